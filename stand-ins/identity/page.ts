/** A person with an account at the stand-in. */
export type Person = {
  email: string;
  firstName: string;
  lastName: string;
  isVerified: boolean;
  /** Whether the address belongs to an organisation whose accounts Google manages (the claim `hd`). */
  isWorkspace: boolean;
  picture?: string;
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Name of the provider that a stand-in replaces by default. */
export const google = 'Google';

const workspaceChoice = `<label class="check"><input type="checkbox" name="isWorkspace" value="true" checked> An organisation on Google Workspace owns it</label>
`;

type ChooserView = { people: readonly Person[]; productName: string; query: string; replaces: string };

/** Renders the page on which a visitor of the demo chooses a person. */
export function chooserPage({ people, productName, query, replaces }: ChooserView): string {
  const choices = people.map(
    ({
      email,
      firstName,
      lastName,
      isVerified,
      isWorkspace,
    }) => `<li><form method="post" action="?${escapeHtml(query)}">
${hidden({ email, firstName, lastName, isVerified: String(isVerified), isWorkspace: String(isWorkspace) })}
<button><b>${escapeHtml(`${firstName} ${lastName}`)}</b><span>${escapeHtml(email)}${isVerified ? '' : ' (address not verified)'}</span></button></form></li>`,
  );
  return page(
    'Choose an account',
    `<p class="mark">Stand-in for ${escapeHtml(replaces)}</p><h1>Choose an account</h1>
<p>You sign in to ${escapeHtml(productName)} as whom you choose. This page is part of the demo: no account of yours is touched, and nothing leaves this machine.</p>
<ul>${choices.join('')}</ul>
<h2>Use another account</h2>
<form method="post" action="?${escapeHtml(query)}" class="other">
<label>Email <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<div><label>First name <input name="firstName" required maxlength="100"></label>
<label>Last name <input name="lastName" required maxlength="100"></label></div>
<label>Picture address (optional) <input type="url" name="picture" maxlength="2000" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="isVerified" value="true" checked> Its address is verified</label>
${replaces === google ? workspaceChoice : ''}<button class="main">Continue</button></form>`,
  );
}

/** Renders the page for a rejected sign-in. */
export function rejectionPage(reason: string): string {
  return page('Sign-in refused', `<h1>This sign-in cannot go on</h1><p>${escapeHtml(reason)}</p>`);
}

function hidden(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
:root { color-scheme: light dark; --ink: light-dark(#13211e, #e8f0ed); --quiet: light-dark(#50605b, #a9bab4);
  --card: light-dark(#ffffff, #14201d); --line: light-dark(#d8e0dc, #2a3935); --field: light-dark(#7c8b86, #7f908a);
  --brand: light-dark(#0d4f48, #86dcc9); --on-brand: light-dark(#ffffff, #06201c); --hover: light-dark(#eaf1ee, #1c2b27); }
* { box-sizing: border-box; }
body { display: grid; min-height: 100vh; margin: 0; padding: 16px; place-items: center; font: 16px/24px system-ui, sans-serif;
  background: light-dark(#f4f7f5, #0d1614); color: var(--ink); }
main { width: 100%; max-width: 440px; padding: 32px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
.mark { margin: 0 0 12px; font-size: 13px; font-weight: 600; color: var(--quiet); }
h1 { margin: 0; font-size: 28px; line-height: 34px; } h2 { margin: 24px 0 12px; font-size: 16px; }
p { margin: 8px 0 0; color: var(--quiet); } form { margin: 0; }
ul { list-style: none; margin: 20px 0 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li button { display: block; width: 100%; padding: 12px 16px; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
li button:hover { background: var(--hover); } b { display: block; font-weight: 600; } span { font-size: 14px; color: var(--quiet); overflow-wrap: anywhere; }
.other { display: grid; gap: 12px; } .other div { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
label { display: grid; gap: 4px; font-size: 14px; font-weight: 600; } .check { display: flex; gap: 8px; align-items: center; font-weight: 400; }
input:not([type=checkbox]) { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 8px; background: var(--card); color: inherit; font: inherit; }
.main { min-height: 44px; border: 0; border-radius: 8px; background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; } li button:focus-visible { outline-offset: -2px; }
</style></head><body><main>${body}</main></body></html>
`;
