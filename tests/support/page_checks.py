"""Checks of a page as it is rendered, run in the browser."""

from __future__ import annotations

CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const over = (top, under) => { const a = top[3] / 255; return [0, 1, 2].map((i) => top[i] * a + under[i] * (1 - a)).concat(255); };
  const light = (c) => {
    const [r, g, b] = c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
    return layers.reduce((under, top) => over(top, under), [255, 255, 255, 255]);
  };
  const faint = new Map();
  let seen = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || e.closest(".hush, .skip, script, style")) continue;
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(e), under = ground(e), ink = over(rgba(style.color), under);
    const [a, b] = [light(ink), light(under)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700);
    seen += 1;
    if (ratio < (large ? 3 : 4.5)) faint.set(`${e.tagName}.${e.className}: ${ratio.toFixed(2)}`, e.textContent.slice(0, 40));
  }
  return { seen, faint: [...faint.keys()] };
}"""

UNNAMED = """() => [...document.querySelectorAll("button, input, textarea, select, a[href]")]
  .filter((e) => e.checkVisibility() && !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.[0]?.textContent.trim()))
  .map((e) => e.outerHTML.slice(0, 80))"""

DANGLING = """() => [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute("href"))
  .filter((h) => !h.startsWith("#") || !(h.includes("=") || document.getElementById(h.slice(1))))"""

DOUBLED = """() => { const seen = new Set();
  return [...document.querySelectorAll("[id]")].map((e) => e.id).filter((id) => seen.has(id) || !seen.add(id)); }"""

WIDE = """() => { const limit = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && !e.closest(".wide, pre, .hush"))
    .filter((e) => e.getBoundingClientRect().right > limit + 1);
  return [document.documentElement.scrollWidth - limit, ...out.map((e) => e.tagName + "." + e.className)]; }"""
