import { takeToken } from '../../../packages/tool-kit/browser.ts';
import { createSaver, type SavingState } from '../../../packages/tool-kit/saving.ts';
import { connect, ToolSessionError } from '../../../packages/tool-kit/session.ts';

/** Saved work of this tool: the ticked steps, and the notes. */
type Work = { done: string[]; notes: string };

const ended = 'Please open this tool from the portal.';

const token = takeToken();
const greeting = find('#greeting', HTMLElement);
const form = find('#tool', HTMLFormElement);
const notes = find('#notes', HTMLTextAreaElement);
const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

if (token === null) greeting.textContent = ended;
else void start(token);

async function start(given: string): Promise<void> {
  const tool = connect<Work>({ portalUrl: document.body.dataset.portal ?? location.origin, token: given });
  try {
    const { firstName, resourceTitle, sessionData } = await tool.read();
    greeting.textContent = `Welcome, ${firstName}. You are here for “${resourceTitle}”.`;
    show(sessionData);
  } catch (error) {
    greeting.textContent = sentenceFor(error);
    return;
  }
  const saver = createSaver(tool, { onState: showState });
  form.addEventListener('input', () => saver.give(work(), showProgress()));
  // Saves pending work before a tab is closed.
  document.addEventListener('visibilitychange', () => void (document.hidden && saver.flush()));
}

function show(saved: Work | null): void {
  for (const box of boxes) box.checked = saved?.done.includes(box.value) ?? false;
  notes.value = saved?.notes ?? '';
  showProgress();
  form.hidden = false;
}

function work(): Work {
  return { done: boxes.filter(({ checked }) => checked).map(({ value }) => value), notes: notes.value };
}

/** Shows the progress. @returns it, in whole percent */
function showProgress(): number {
  const percent = Math.round((work().done.length / boxes.length) * 100);
  find('#progress', HTMLProgressElement).value = percent;
  find('#percent', HTMLOutputElement).value = `${percent} %`;
  return percent;
}

function showState(state: SavingState): void {
  const words = { saved: 'Saved', saving: 'Saving…' };
  find('#saved', HTMLElement).textContent = typeof state === 'string' ? words[state] : sentenceFor(state.failed);
}

function sentenceFor(error: unknown): string {
  if (error instanceof ToolSessionError && error.reason === 'ended') return `Your access has ended. ${ended}`;
  return 'The portal does not answer at the moment. Nothing you see here is lost; it is saved with the next change.';
}

function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`);
  return found;
}
