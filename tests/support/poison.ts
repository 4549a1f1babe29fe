import { expect } from 'vitest';
import { enqueueAny } from './jobs.ts';
import type { TestPortal } from './portal.ts';

type Write = { table: string; change?: string; when: string };

/**
 * Makes one item of a job's list fail. The portal is passed as a function, because it starts after the file is loaded.
 */
export function poisonFor(portal: () => TestPortal) {
  const rows = async (text: string, values: unknown[] = []) => (await portal().database.owner.query(text, values)).rows;

  /** Removes the jobs and the mails of the preparation. */
  async function forgetJobs(): Promise<void> {
    await rows('delete from graphile_worker._private_jobs');
    portal().sentMails.length = 0;
  }

  /**
   * Runs a job once.
   * @returns its failure as stored by the queue; null when it succeeded
   */
  async function run(task: string, payload: object = {}): Promise<string | null> {
    await enqueueAny(portal().database.db, task, payload, { key: `poisoned:${task}` });
    await portal().runJobs();
    // Waits, because the queue writes the failure only after the run has ended.
    const locked = 'select 1 from graphile_worker.jobs where locked_at is not null';
    await expect.poll(() => rows(locked)).toEqual([]);
    const [job] = await rows('select last_error from graphile_worker.jobs where task_identifier = $1', [task]);
    return job?.last_error ?? null;
  }

  /**
   * Makes the database reject a job's write about one item, and runs the job.
   * @returns like `run`
   */
  async function poisoned(
    task: string,
    { table, change = 'insert', when }: Write,
    payload: object = {},
  ): Promise<string | null> {
    await portal().runJobs();
    portal().sentMails.length = 0;
    await rows(`
      create or replace function refuse_poison() returns trigger language plpgsql as $$ begin
        raise exception 'poison' using errcode = '22000';
      end $$`);
    await rows(`create trigger poison before ${change} on ${table} for each row when (${when})
      execute function refuse_poison()`);
    try {
      return await run(task, payload);
    } finally {
      await rows(`drop trigger poison on ${table}`);
    }
  }

  return {
    rows,
    forgetJobs,
    run,
    poisoned,
    emailOf: async ({ userId }: { userId: number }): Promise<string> =>
      (await rows('select email from users where id = $1', [userId]))[0].email,
    mailsTo: (email: string) =>
      portal()
        .sentMails.filter(({ to }) => to === email)
        .map(({ subject }) => subject),
  };
}

/** Returns a mail to this email address, as an item for `poisoned`. */
export const mailTo = (email: string): Write => ({ table: 'mails', when: `new.recipient = '${email}'` });
