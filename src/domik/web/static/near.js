// @ts-check
// Pictures of whole boards are costly to draw: each comes when it is almost on the screen. Browsers' own lazy loading
// begins more than a thousand pixels away, which is the whole list.
const NEAR = "150px";

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      const picture = /** @type {HTMLImageElement} */ (target);
      picture.src = picture.dataset.near || "";
    }
  },
  { rootMargin: NEAR },
);

for (const picture of document.querySelectorAll("img[data-near]")) watcher.observe(picture);
