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
