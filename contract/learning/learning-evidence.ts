import * as z from 'zod/mini';

const day = (sentence: string) => z.iso.date({ error: sentence });

/** The first and the last day of an evidence pack (LEARN-05), in UTC. */
export const EvidenceQuery = z
  .object({
    from: day('Enter the first day of the period as YYYY-MM-DD.'),
    to: day('Enter the last day of the period as YYYY-MM-DD.'),
  })
  .check(
    z.refine(({ from, to }) => from <= to, {
      error: 'The first day of the period must not be after the last day.',
      path: ['from'],
    }),
  );
export type EvidenceQuery = z.infer<typeof EvidenceQuery>;
