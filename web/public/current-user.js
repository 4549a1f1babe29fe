// Asks who is signed in before the app's own code has arrived; the app takes the answer over from here.
window.__currentUser = fetch('/api/user', { credentials: 'include' });
// A failure is shown by the app when it awaits the promise; without this line the browser would report it twice.
window.__currentUser.catch(() => {});
