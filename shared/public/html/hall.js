"use strict";
// Keeps a page up to date while it is looked at. Without it, every page says all that it says.
(() => {
  const root = document.documentElement, set = root.dataset;
  const main = document.getElementById("main"), age = document.getElementById("age");
  const asOf = age.textContent;
  let source = null, again = 0, heardAt = new Date();

  const say = (words) => { if (age.textContent !== words) age.textContent = words; };
  const show = () => say(set.link === "live" ? age.dataset.live : age.dataset.asOf || asOf);
  const lost = () => {
    const time = heardAt.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    say(age.dataset.lost.replace("{time}", time));
  };

  const replace = (html) => {
    const at = document.activeElement, inside = at && main !== at && main.contains(at);
    const typing = inside && at.tagName === "INPUT";
    if (typing) return false;
    const to = inside && at.getAttribute("href");
    main.innerHTML = html;
    const same = to && [...main.querySelectorAll("a")].find((a) => a.getAttribute("href") === to);
    if (same) same.focus({ preventScroll: true });
    return true;
  };

  const open = () => {
    clearTimeout(again);
    if (source) source.close();
    source = new EventSource(set.live + "?v=" + set.version);
    source.addEventListener("page", (event) => {
      heardAt = new Date();
      if (replace(event.data)) set.version = event.lastEventId;
    });
    source.addEventListener("link", (event) => {
      heardAt = new Date();
      [set.link, age.dataset.asOf] = event.data.split("|");
      show();
    });
    source.addEventListener("beat", () => { heardAt = new Date(); });
    source.onopen = () => { heardAt = new Date(); show(); };
    source.onerror = () => {
      lost();
      // A browser tries again by itself, except where it was turned away.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, 20000 + Math.random() * 20000);
    };
  };

  if (set.live && window.EventSource) {
    open();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && source.readyState !== EventSource.OPEN) open();
    });
  }
  if (set.stay) {
    setTimeout(() => { if (set.next) location.replace(set.next); else location.reload(); }, set.stay * 1000);
  }
})();
