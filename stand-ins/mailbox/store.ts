import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type CapturedMail = { to: string; subject: string; text: string; html: string; sentAt: string };

const shown = 1000;

/** Opens the store of mails, which are lines of JSON; lists the newest thousand. */
export async function openMailStore(dataDir: string) {
  const folder = path.join(dataDir, 'sandbox');
  const file = path.join(folder, 'mailbox.jsonl');
  await mkdir(folder, { recursive: true });
  const mails = (await readFile(file, 'utf8').catch(() => '')).split('\n').flatMap(readLine).slice(-shown);
  return {
    /** Resolves when the mail is on disk. */
    add: async (mail: CapturedMail): Promise<void> => {
      await appendFile(file, `${JSON.stringify(mail)}\n`);
      mails.push(mail);
      if (mails.length > shown) mails.shift();
    },
    /** Lists mails, newest first. Sorted by time, because mails that arrive together may be stored in another order. */
    list: (): CapturedMail[] => mails.toReversed().toSorted((one, other) => other.sentAt.localeCompare(one.sentAt)),
  };
}

/** Parses a line; skips a line that a crash has cut short. */
function readLine(line: string): CapturedMail[] {
  try {
    return line ? [JSON.parse(line)] : [];
  } catch {
    return [];
  }
}
