import { counted } from '#contract/counted.ts';
import type { UnderWay } from '#contract/operations/overview.ts';
import { inReaderZone } from '#web/local-time.ts';
import { countText } from '../analytics/chart-display.ts';

/** Work in the background, in words; `done` and `total` are null when it has no progress. */
export type Work = {
  key: string;
  kind: 'import' | 'news' | 'invitations' | 'mails' | 'retries';
  /** Id of the import, the news or the organisation; otherwise 0. */
  id: number;
  title: string;
  detail: string;
  done: number | null;
  total: number | null;
  note: string;
  /** Word for work that is no longer under way; its link leads to the outcome. */
  endWord: 'Ended' | 'Sent';
};

const time = inReaderZone({ hour: '2-digit', minute: '2-digit' });
const ofAll = (done: number, total: number) => `${countText(done)} of ${countText(total)}`;

/** Returns the work in the background, one row each. */
export function worksOf({ imports, news, invitations, mailsWaiting, retries }: UnderWay): Work[] {
  return [
    ...imports.map(({ id, fileName, state, sentBy, createdAt, progress: { done, total } }) => ({
      key: `import ${id}`,
      kind: 'import' as const,
      id,
      title: state === 'checking' ? `Check of ${fileName}` : `Import of ${counted(total, 'resource')}`,
      detail: `${sentBy ? `Started by ${sentBy}` : 'Started'} at ${time(createdAt)}`,
      done,
      total,
      note: state === 'checking' ? 'Checking' : ofAll(done, total),
      endWord: 'Ended' as const,
    })),
    ...news.map(({ id, subject, sent, total }) => ({
      key: `news ${id}`,
      kind: 'news' as const,
      id,
      title: `Product news “${subject}”`,
      detail: counted(total, 'email'),
      done: sent,
      total,
      note: ofAll(sent, total),
      endWord: 'Sent' as const,
    })),
    ...invitations.map(({ organisationId, organisation, sent, total }) => ({
      key: `invitations ${organisationId}`,
      kind: 'invitations' as const,
      id: organisationId,
      title: `Invitations for ${organisation}`,
      detail: counted(total, 'email'),
      done: sent,
      total,
      note: ofAll(sent, total),
      endWord: 'Sent' as const,
    })),
    ...(mailsWaiting > 0 ? [workOfMails(mailsWaiting)] : []),
    ...(retries.count > 0 ? [workOfRetries(retries)] : []),
  ];
}

function workOfMails(count: number): Work {
  return {
    key: 'mails',
    kind: 'mails',
    id: 0,
    title: counted(count, 'email'),
    detail: 'The mail server accepts them one after another',
    done: null,
    total: null,
    note: 'Being sent',
    endWord: 'Ended',
  };
}

function workOfRetries({ count, nextAt }: UnderWay['retries']): Work {
  return {
    key: 'retries',
    kind: 'retries',
    id: 0,
    title: `Retries of ${counted(count, 'failed job')}`,
    detail: 'By the portal itself, each after a pause',
    done: null,
    total: null,
    note: nextAt ? `Next at ${time(nextAt)}` : '',
    endWord: 'Ended',
  };
}

/**
 * Returns the interval until the next request: short while something moves, long while only jobs wait; false otherwise.
 */
export function askAgainMs(underWay: UnderWay | undefined): number | false {
  const kinds = new Set((underWay ? worksOf(underWay) : []).map(({ kind }) => kind));
  if (kinds.size === 0) return false;
  return kinds.size === 1 && kinds.has('retries') ? 15_000 : 2_000;
}
