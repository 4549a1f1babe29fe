import type { UnderWay } from '#contract/operations/overview.ts';
import { inReaderZone } from '../../local-time.ts';
import { countText } from '../analytics/chart-display.ts';

/** Something that runs in the background, in words; `done` and `total` are null where it has no progress. */
export type Work = {
  key: string;
  kind: 'import' | 'news' | 'invitations' | 'mails' | 'retries';
  /** Of the import, the news or the organisation; otherwise 0. */
  id: number;
  title: string;
  detail: string;
  done: number | null;
  total: number | null;
  note: string;
  /** Said once it is no longer under way; null for what only waits, whose outcome is not known. */
  endWord: 'Ended' | 'Sent' | null;
};

const time = inReaderZone({ hour: '2-digit', minute: '2-digit' });
const ofAll = (done: number, total: number) => `${countText(done)} of ${countText(total)}`;
const counted = (count: number, one: string, many: string) => `${countText(count)} ${count === 1 ? one : many}`;

/** What runs in the background, one row for each. */
export function worksOf({ imports, news, invitations, mailsWaiting, retries }: UnderWay): Work[] {
  return [
    ...imports.map(({ id, fileName, state, sentBy, createdAt, progress: { done, total } }) => ({
      key: `import ${id}`,
      kind: 'import' as const,
      id,
      title: state === 'checking' ? `Check of ${fileName}` : `Import of ${counted(total, 'resource', 'resources')}`,
      detail: `${sentBy ? `Started by ${sentBy}` : 'Started'} at ${time(createdAt)}`,
      done,
      total,
      note: state === 'checking' ? 'Checking' : ofAll(done, total),
      // With an outcome or a refusal, which its details say.
      endWord: 'Ended' as const,
    })),
    ...news.map(({ id, subject, sent, total }) => ({
      key: `news ${id}`,
      kind: 'news' as const,
      id,
      title: `Product news “${subject}”`,
      detail: counted(total, 'email', 'emails'),
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
      detail: counted(total, 'email', 'emails'),
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
    title: counted(count, 'email', 'emails'),
    detail: 'The mail server accepts them one after another',
    done: null,
    total: null,
    note: 'Being sent',
    endWord: null,
  };
}

function workOfRetries({ count, nextAt }: UnderWay['retries']): Work {
  return {
    key: 'retries',
    kind: 'retries',
    id: 0,
    title: counted(count, 'failed job is tried again', 'failed jobs are tried again'),
    detail: 'By the portal itself, each after a pause',
    done: null,
    total: null,
    note: nextAt ? `Next at ${time(nextAt)}` : '',
    endWord: null,
  };
}

/** How soon it is asked for again: soon while something moves, seldom while jobs wait, and not at all otherwise. */
export function askAgainMs(underWay: UnderWay | undefined): number | false {
  const kinds = new Set((underWay ? worksOf(underWay) : []).map(({ kind }) => kind));
  if (kinds.size === 0) return false;
  return kinds.size === 1 && kinds.has('retries') ? 15_000 : 2_000;
}
