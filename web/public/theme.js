// Runs before the first paint, so that a dark screen never flashes light. The policy forbids inline scripts, hence a file.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage may be closed to the page; the system's preference then decides.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', stored === 'dark' || (stored !== 'light' && systemIsDark));
})();
