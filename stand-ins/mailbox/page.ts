import type { CapturedMail } from './store.ts';

/** Renders the list of captured mails, each with its text and its HTML. */
export function mailPage(mails: CapturedMail[], productName: string): string {
  const items = mails.map((mail, index) => mailItem(mail, mails.length - index));
  const list = items.length > 0 ? items.join('\n') : '<p class="quiet">No mail has been sent yet.</p>';
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo mailbox · ${escapeHtml(productName)}</title><style>${style}</style></head>
<body><main><h1>Demo mailbox</h1>
<p class="quiet">Every mail that ${escapeHtml(productName)} sends in demo mode arrives here. <a href="/dev/mail">Refresh</a> · <a href="/">Back to the portal</a></p>
${list}</main></body></html>
`;
}

function mailItem(mail: CapturedMail, number: number): string {
  const sent = `${mail.sentAt.slice(0, 10)} ${mail.sentAt.slice(11, 16)} UTC`;
  return `<details><summary><strong>${escapeHtml(mail.subject)}</strong><span class="quiet">to ${escapeHtml(mail.to)} · ${sent}</span></summary>
<pre>${linked(escapeHtml(mail.text))}</pre>
<iframe title="${escapeHtml(mail.subject)}" src="/dev/mail/${number}" sandbox="allow-popups" loading="lazy"></iframe></details>`;
}

/** Returns the mail's HTML, whose links open in a new tab. */
export function messageDocument(mail: CapturedMail): string {
  return `<base target="_blank">${mail.html || `<pre>${escapeHtml(mail.text)}</pre>`}`;
}

function linked(escapedText: string): string {
  return escapedText.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#13211e, #e8f0ed); --quiet: light-dark(#50605b, #a3b5af);
  --page: light-dark(#f4f7f5, #0d1614); --card: light-dark(#fff, #15211e); --line: light-dark(#d8e0dc, #2a3b36); }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/24px system-ui, sans-serif; }
main { max-width: 48rem; margin: 0 auto; padding: 32px 16px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 34px; }
a { color: inherit; }
.quiet { color: var(--quiet); font-size: 14px; }
details { margin: 0 0 12px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
summary { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding: 16px; cursor: pointer; }
pre { margin: 0; padding: 0 16px 16px; font: 14px/20px ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 34rem; border: 0; border-top: 1px solid var(--line); border-radius: 0 0 12px 12px; background: #f4f7f5; }
`;
