import { stepsFor } from './steps.ts';

type ToolPage = {
  /** Lowercase letters, numbers and hyphens. */
  name: string;
  /** The portal's URL; null when the page is on the portal's own host. */
  portalUrl: string | null;
};

/** Renders the page of a tool: its steps as checkboxes, and notes. It shows no name before the portal has responded. */
export function toolPage({ name, portalUrl }: ToolPage): string {
  const title = name.replaceAll('-', ' ');
  const steps = stepsFor(name).map(
    (step, index) => `<label><input type="checkbox" value="step-${index + 1}"> ${step}</label>`,
  );
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="files/page.css">
<script type="module" src="files/stand-ins/tool-site/browser/tool.ts"></script></head>
<body${portalUrl === null ? '' : ` data-portal="${portalUrl}"`}><main>
<h1>${title}</h1>
<p id="greeting" role="status">One moment…</p>
<form id="tool" hidden>
<fieldset><legend>Steps</legend>${steps.join('')}</fieldset>
<label class="notes">Notes <textarea id="notes" rows="4" maxlength="4000"></textarea></label>
<p><progress id="progress" max="100" value="0" aria-label="Progress"></progress> <output id="percent">0 %</output></p>
<p id="saved" role="status"></p>
</form>
<p class="small">This page is the stand-in for an outside tool. It is built with the kit for tool makers and knows nothing of the
portal but what GET and PUT /api/tool-session tell it.</p>
</main></body></html>
`;
}

export const toolStyle = `
:root { color-scheme: light dark; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; font: 16px/24px system-ui, sans-serif;
  background: light-dark(#f4f7f5, #0d1614); color: light-dark(#13211e, #e8f0ed); }
main { box-sizing: border-box; width: 100%; max-width: 36rem; padding: 32px 24px; }
h1 { font-size: 28px; line-height: 34px; text-transform: capitalize; }
fieldset { display: grid; gap: 8px; margin: 0; padding: 16px; border: 1px solid light-dark(#8a9a95, #6b7b76); border-radius: 8px; }
legend { padding: 0 6px; font-weight: 600; }
label { display: flex; gap: 10px; align-items: center; min-height: 32px; }
.notes { display: grid; gap: 6px; margin-top: 16px; font-weight: 600; }
textarea { box-sizing: border-box; width: 100%; font: inherit; }
progress { width: 12rem; max-width: 60%; accent-color: light-dark(#0f4f47, #5fc4b4); }
.small { color: light-dark(#4d5c58, #a9b8b3); font-size: 14px; line-height: 20px; }
`;
