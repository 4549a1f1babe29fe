// Runs before anything else; the policy of content forbids inline scripts, hence a file.

// Before the first paint, so that a dark screen never flashes light.
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

// Before the app's own code has arrived, so that everything the first screen needs is under way at the same time:
// asks what the portal is and who is here, fetches the screen's code, and for members its data. The app takes the answers
// over (platform/first-answers.ts). What each screen needs stands in the page, written there by the build.
(() => {
  const answers = new Map();
  window.__firstAnswers = answers;

  function ask(address) {
    const answer = fetch(address, { credentials: 'include', headers: { accept: 'application/json' } });
    // A failure is shown by the app when it awaits the promise; without this line the browser would report it twice.
    answer.catch(() => {});
    answers.set(address, answer);
  }

  function fetchCode(file) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: file });
    document.head.append(link);
  }

  const { pathname, search } = location;
  const screens = JSON.parse(document.getElementById('first-screens')?.textContent ?? '[]');
  const [screen] = screens.filter(({ path }) => new RegExp(path).test(pathname));

  ask('/api/config');
  ask('/api/user');
  screen?.files.forEach(fetchCode);
  // An address that asks for something particular gets its data from the app, which knows what that means.
  if (!screen || search !== '') return;
  const [, id] = new RegExp(screen.path).exec(pathname);
  const addressOf = (call) => call.replace('$1', id);
  const [main, ...others] = screen.calls.map(addressOf);
  const further = (screen.further ?? []).map(addressOf);
  const listed = addressOf(screen.accessTo);

  /** Does something when a call that was made has succeeded. What failed is told by the app. */
  function after(address, then) {
    const follow = (answer) => answer.ok && then(answer);
    answers
      .get(address)
      .then(follow)
      .catch(() => {});
  }

  async function askForAccess(answer) {
    // The app reads the answer as well.
    const resources = await answer.clone().json();
    const ids = resources.map((resource) => `resourceId=${resource.id}`);
    if (ids.length > 0) ask(`/api/user/resource-access?${ids.join('&')}`);
  }

  function askForMember(address) {
    ask(address);
    if (address === listed) after(listed, askForAccess);
  }

  after('/api/user', () => {
    [main, ...others].forEach(askForMember);
    after(main, () => further.forEach(askForMember));
  });
})();
