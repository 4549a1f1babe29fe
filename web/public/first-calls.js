// Runs before the app's own code has arrived, so that everything the first screen needs is under way at the same time:
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
  const askForMember = ({ ok }) => {
    if (ok) for (const call of screen.calls) ask(call.replace('$1', id));
  };
  answers.get('/api/user').then(askForMember, () => {});
})();
