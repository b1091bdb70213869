// What the page gains with a script: themes, search, sorting, views against one peer, tooltips, the calculator, the download. But for the
// calculator's sums, which come from the embedded record, it computes no figure of its own: it shows and hides what is there, and reads
// tooltips out of the cells and drawings they describe.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const by = (id) => document.getElementById(id);

  // Theme: the system's, light, dark. Storage may be forbidden, as it is for files in some browsers.
  const themes = ["system", "light", "dark"];
  const button = by("theme");
  const store = (work) => { try { return work(localStorage); } catch { return null; } };
  let theme = store((s) => s.getItem("curvemark-theme"));
  const dress = () => {
    if (!themes.includes(theme)) theme = "system";
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = "Theme: " + theme;
  };
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    store((s) => s.setItem("curvemark-theme", theme));
    dress();
  });
  dress();
  button.hidden = false;

  // Filters.
  const form = by("filters");
  const folds = all("#operations details");
  const plain = (text) => text.toLowerCase().replace(/[\s_/-]+/g, " ");
  const anchor = (item) => (item.matches("details") ? item.querySelector("div").id : item.querySelector("a").hash.slice(1));
  const words = new Map(folds.map((fold) => [anchor(fold), plain(fold.querySelector("summary").textContent)]));
  const filter = () => {
    const wanted = plain(by("find").value).trim().split(" ");
    const family = by("family").value;
    const choice = by("peer").selectedOptions[0];
    const view = choice.value || "best";
    let shown = 0;
    for (const table of all("table.bars")) table.hidden = table.dataset.view !== view;
    for (const group of all("[data-family]")) {
      let any = false;
      for (const item of all("details, tr:not(.family):not(.contract)", group).filter((item) => !item.closest(".rows"))) {
        const text = words.get(anchor(item)) || "";
        const hit = (!family || group.dataset.family === family) && wanted.every((word) => text.includes(word));
        item.hidden = !hit;
        any ||= hit;
        if (hit && item.tagName === "DETAILS") shown += 1;
      }
      group.hidden = !any;
    }
    for (const row of all(".rows tbody tr:not(.contract):not(.own)")) {
      row.hidden = choice.value !== "" && row.cells[0].textContent !== choice.dataset.name;
    }
    by("shown").textContent = shown + " of " + folds.length + " operations";
  };
  if (folds.length > 0) {
    const tools = by("tools");
    tools.hidden = false;
    // On a phone the figures come first.
    tools.open = matchMedia("(min-width: 48.01rem)").matches;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    filter();
  }

  // Sorting, within each family: by the name, or by the number that a cell ends with; a third press is the order of the run again.
  const units = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };
  const figure = (cell) => {
    // The name of a peer stands before its time, and may have digits too.
    const text = cell && cell.lastChild ? cell.lastChild.textContent.replaceAll("\u202f", " ").trim() : "";
    const parts = text.match(/^(\d[\d ]*(?:\.\d+)?)(?: ([nµm]?s))?(?: :.*)?$/);
    return parts ? Number(parts[1].replaceAll(" ", "")) * (units[parts[2]] || 1) : Infinity;
  };
  const sortable = (table) => {
    const heads = table.tHead.rows[0].cells;
    const before = new Map([...table.tBodies].map((body) => [body, [...body.rows]]));
    for (const index of [0, 2, 3, 5, 8]) {
      const head = heads[index];
      const press = document.createElement("button");
      press.type = "button";
      press.textContent = head.dataset.head = head.textContent;
      head.replaceChildren(press);
      press.addEventListener("click", () => {
        const next = { ascending: "descending", descending: "" }[head.getAttribute("aria-sort")] ?? "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        if (next) head.setAttribute("aria-sort", next);
        const sign = next === "descending" ? -1 : 1;
        const order = (a, b) => {
          if (index === 0) return sign * a.cells[0].textContent.localeCompare(b.cells[0].textContent, "en", { numeric: true });
          // A row without a peer has fewer cells, the last of which is that of the last column all the same.
          const [left, right] = [a, b].map((row) => figure(index === 8 ? row.cells[row.cells.length - 1] : row.cells[index]));
          // What has no figure stands last either way.
          if (left === right) return 0;
          return left === Infinity ? 1 : right === Infinity ? -1 : sign * (left - right);
        };
        for (const [body, [family, ...rows]] of before) body.append(family, ...(next ? [...rows].sort(order) : rows));
      });
    }
  };
  for (const table of all("table.bars")) sortable(table);

  // Folds: all at once, for a link, and for paper.
  const unfold = by("unfold");
  if (unfold) {
    unfold.hidden = false;
    unfold.addEventListener("click", () => {
      const open = folds.some((fold) => !fold.open && !fold.hidden);
      for (const fold of folds) fold.open = open;
      unfold.textContent = open ? "Close all" : "Open all";
    });
  }
  const follow = () => {
    const target = by(decodeURIComponent(location.hash.slice(1)));
    const fold = target && target.closest("details");
    if (!fold) return;
    fold.open = true;
    // An operation is its fold; a finding stands in one with its like.
    if (fold.classList.contains("plain")) return target.scrollIntoView();
    fold.scrollIntoView();
    fold.querySelector("summary").focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  follow();
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details").filter((fold) => !fold.open);
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => { for (const fold of opened) fold.open = false; });

  // Tooltips. A bar tells its row, cell by cell under its head; a strip tells the column under the pointer.
  const tip = by("tip");
  const row = (svg) => {
    const heads = svg.closest("table").tHead.rows[0].cells;
    return [...svg.closest("tr").cells]
      .map((cell, index) => [heads[index].textContent, cell.textContent.trim()])
      .filter(([, text]) => text)
      .map(([head, text], index) => (index === 0 ? text : head + ": " + text))
      .join("\n");
  };
  const visit = (svg, event) => {
    const heights = (name) => svg.querySelector(name).getAttribute("points").split(" ").filter((_, index) => index % 2).map(Number);
    const [low, high] = [Number(svg.dataset.low), Number(svg.dataset.high)];
    // The drawing's own scale, backwards. What lies at an edge may lie beyond it.
    const ratio = (y) => (y === 0 ? "at least " : y === 100 ? "at most " : "about ") + Math.exp(high - (y / 100) * (high - low)).toPrecision(4);
    const medians = heights("polyline");
    const band = heights("polygon");
    const box = svg.getBoundingClientRect();
    const last = medians.length - 1;
    const index = Math.min(Math.max(Math.round(((event.clientX - box.left) / box.width) * last), 0), last);
    return "Column " + (index + 1) + " of " + (last + 1) + "\nmedian " + ratio(medians[index]) +
      "\nlowest " + ratio(band[band.length - 1 - index]) + "\nhighest " + ratio(band[index]);
  };
  document.addEventListener("pointermove", (event) => {
    const at = event.target instanceof Element && event.target;
    const strip = at && at.closest("svg.strip");
    const lane = at && at.closest(".bars td:nth-child(5)");
    const text = strip ? visit(strip, event) : lane && lane.querySelector("rect") ? row(lane) : "";
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const left = Math.min(event.pageX + 14, scrollX + document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = Math.max(left, 8) + "px";
    tip.style.top = event.pageY + 18 + "px";
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });

  // The calculator: sums of terms such as "2*pairing" over the record's medians, for each implementation that has all of them.
  const sums = by("sums");
  const data = by("run-data");
  const record = sums && data && JSON.parse(data.textContent);
  const spoken = (ns) => {
    const [size, unit] = ns < 999.5 ? [1, "ns"] : ns < 999.5e3 ? [1e3, "µs"] : ns < 999.5e6 ? [1e6, "ms"] : [1e9, "s"];
    const value = ns / size;
    return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + "\u202f" + unit;
  };
  // The operation that a word names: its whole id, the part after the curve, or the only one that contains it.
  const named = (word) => {
    const all = record.operations;
    const exact = all.filter((operation) => operation.id === word);
    const verbs = all.filter((operation) => operation.id.split("/").slice(1).join("/") === word);
    const within = all.filter((operation) => operation.id.includes(word));
    const found = [exact, verbs, within].find((list) => list.length > 0) || [];
    if (found.length === 1) return found[0];
    throw new Error(found.length === 0 ? "no operation of this run is called " + word
      : word + " may be " + found.slice(0, 6).map((operation) => operation.id).join(", "));
  };
  const terms = (text) => text.split("+").map((term) => {
    const parts = term.trim().match(/^(?:(\d+(?:\.\d+)?)\s*[*×·]?\s+|(\d+(?:\.\d+)?)\s*[*×·]\s*)?([a-z][\w/-]*)$/i);
    if (!parts) throw new Error("a term is an operation, or a number, * and an operation: " + (term.trim() || "nothing stands there"));
    return { count: Number(parts[1] || parts[2] || 1), operation: named(parts[3].toLowerCase()) };
  });
  const contract = (row) => Object.values(row.contract).join();
  const element = (name, text) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const line = (who, list) => {
    const rows = list.map(({ operation }) => operation.rows.find((row) => row.implementation === who));
    if (rows.some((row) => !row)) return null;
    const total = (key) => list.reduce((sum, { count }, index) => sum + count * rows[index][key], 0);
    const whole = total("cpu_ns");
    // Sums of unequal contracts are not to be read as a comparison.
    const other = list.some(({ operation }, index) => {
      const ours = operation.rows.find((row) => row.implementation === "curvemark");
      return ours && contract(ours) !== contract(rows[index]);
    });
    const tr = element("tr");
    const head = element("th", who + (other ? " (another contract)" : ""));
    head.scope = "row";
    const shares = element("td");
    const bar = element("span");
    bar.className = "shares";
    const words = list.map(({ count, operation }, index) => {
      const share = whole > 0 ? (count * rows[index].cpu_ns) / whole : 0;
      const piece = element("i");
      piece.style.width = 100 * share + "%";
      bar.append(piece);
      return (count === 1 ? "" : count + " × ") + operation.id + " " + Math.round(100 * share) + "\u202f%";
    });
    bar.setAttribute("aria-hidden", "true");
    shares.append(bar, element("span", words.join(", ")));
    tr.append(head, element("td", spoken(whole)), element("td", spoken(total("p10_ns")) + " – " + spoken(total("p90_ns"))), shares);
    return tr;
  };
  const reckon = () => {
    const text = by("terms").value.trim();
    const problem = by("problem");
    problem.textContent = "";
    sums.hidden = true;
    if (!text) return;
    try {
      const list = terms(text);
      const who = [...new Set(list.flatMap(({ operation }) => operation.rows.map((row) => row.implementation)))];
      const lines = who.map((name) => line(name, list)).filter(Boolean);
      if (lines.length === 0) throw new Error("no implementation has all of these");
      sums.tBodies[0].replaceChildren(...lines);
      sums.hidden = false;
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  if (record) {
    by("calculator").hidden = false;
    by("sum").addEventListener("submit", (event) => event.preventDefault());
    by("terms").addEventListener("input", reckon);
    const flow = by("flow");
    if (flow) flow.addEventListener("change", () => {
      by("terms").value = flow.value;
      reckon();
    });
  }

  // The record: as it is, and its figures as a table.
  if (!data) return;
  const text = data.textContent;
  const give = (id, content, type) => {
    const button = by(id);
    button.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([content()], { type }));
      link.download = button.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  };
  const table = () => {
    const heads = ["operation", "implementation", "input", "checks", "time", "cpu_ns", "p10_ns", "p90_ns", "wall_ns", "rounds", "visits", "ratio", "low", "high"];
    const lines = JSON.parse(text).operations.flatMap((operation) => operation.rows.map((row) => {
      const { value, low, high } = row.ratio || {};
      return [operation.id, row.implementation, ...["input", "checks", "time"].map((key) => row.contract[key]), row.cpu_ns, row.p10_ns, row.p90_ns,
        row.wall_ns, row.rounds, row.visits, value, low, high].map((cell) => (cell === undefined || cell === null ? "" : String(cell)));
    }));
    return [heads, ...lines];
  };
  const quoted = (cell) => (/[",\n\r]/.test(cell) ? '"' + cell.replaceAll('"', '""') + '"' : cell);
  const csv = () => table().map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n";
  // Cells of a spreadsheet: a tab between them, and none inside.
  const cells = () => table().map((line) => line.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n") + "\n";
  give("download", () => text, "application/json");
  give("download-csv", csv, "text/csv");
  by("raw").hidden = false;
  by("copy").addEventListener("click", async () => {
    const said = by("copied");
    try {
      await navigator.clipboard.writeText(cells());
      said.textContent = "copied";
    } catch {
      // A page from a file may be denied the clipboard: the old way asks nobody.
      const area = document.createElement("textarea");
      area.value = cells();
      by("raw").append(area);
      area.select();
      said.textContent = document.execCommand("copy") ? "copied" : "this browser does not let a page copy: the download has it";
      area.remove();
    }
  });
})();
