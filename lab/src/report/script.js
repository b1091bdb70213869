// What the page gains with a script: themes, search, views against one peer, tooltips, the download. It computes no figure of its
// own: it shows and hides what is there, and reads tooltips out of the cells and drawings they describe.
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
  const words = new Map(folds.map((fold) => [fold.dataset.op, plain(fold.querySelector("summary").textContent)]));
  const filter = () => {
    const wanted = plain(by("find").value).trim().split(" ");
    const family = by("family").value;
    const choice = by("peer").selectedOptions[0];
    const view = choice.value || "best";
    let shown = 0;
    for (const table of all("table.bars")) table.hidden = table.dataset.view !== view;
    for (const group of all("[data-family]")) {
      let any = false;
      for (const item of all("[data-op]", group)) {
        const text = words.get(item.dataset.op) || "";
        const hit = (!family || group.dataset.family === family) && wanted.every((word) => text.includes(word));
        item.hidden = !hit;
        any ||= hit;
        if (hit && item.tagName === "DETAILS") shown += 1;
      }
      group.hidden = !any;
    }
    for (const row of all("#operations tr[data-peer]")) {
      row.hidden = choice.value !== "" && row.dataset.peer !== choice.dataset.name && row.dataset.peer !== "curvemark";
    }
    by("shown").textContent = shown + " of " + folds.length + " operations";
  };
  if (folds.length > 0) {
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    filter();
  }

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
    fold.scrollIntoView();
    fold.querySelector("summary").focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  follow();
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = folds.filter((fold) => !fold.open);
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => { for (const fold of opened) fold.open = false; });

  // Tooltips. A bar tells its row, cell by cell under its head; a strip tells the visit under the pointer.
  const tip = by("tip");
  const row = (svg) => {
    const cells = [...svg.closest("tr").cells];
    const heads = [...svg.closest("table").tHead.rows[0].cells];
    return cells
      .map((cell, index) => [heads[index].textContent, cell.textContent.trim(), cell.classList])
      .filter(([, text, classes]) => text && !classes.contains("chart") && !classes.contains("rounds"))
      .map(([head, text], index) => (index === 0 ? text : head + ": " + text))
      .join("\n");
  };
  const points = (path, pattern) => [...path.getAttribute("d").matchAll(pattern)].map((hit) => hit.slice(1).map(Number));
  const visit = (svg, event) => {
    const box = svg.getBoundingClientRect();
    const height = svg.viewBox.baseVal.height;
    const [low, high] = [Number(svg.dataset.low), Number(svg.dataset.high)];
    // The drawing's own scale, backwards; two units of margin at each end.
    const ratio = (y) => Math.exp(high - ((y - 2) / (height - 4)) * (high - low)).toPrecision(4);
    const ranges = points(svg.querySelector(".range"), /M[\d.]+ ([\d.]+)V([\d.]+)/g);
    const medians = points(svg.querySelector(".median"), /M[-\d.]+ ([\d.]+)h/g);
    const place = Math.floor(((event.clientX - box.left) / box.width) * ranges.length);
    const index = Math.min(Math.max(place, 0), ranges.length - 1);
    return "Column " + (index + 1) + " of " + ranges.length + "\nmedian about " + ratio(medians[index][0]) +
      "\nrounds from about " + ratio(ranges[index][1]) + " to " + ratio(ranges[index][0]);
  };
  document.addEventListener("pointermove", (event) => {
    const svg = event.target.closest && event.target.closest("td.chart, svg.strip");
    const lane = svg && svg.matches("td.chart") ? svg.querySelector("rect") && svg : svg;
    tip.hidden = !lane;
    if (!lane) return;
    tip.textContent = lane.matches("td.chart") ? row(lane) : visit(lane, event);
    const left = Math.min(event.pageX + 14, scrollX + document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = Math.max(left, 8) + "px";
    tip.style.top = event.pageY + 18 + "px";
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });

  // The record.
  const download = by("download");
  download.hidden = false;
  download.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([by("run-data").textContent], { type: "application/json" }));
    link.download = download.dataset.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
})();
