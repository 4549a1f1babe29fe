import { csvText, textCell } from '#contract/csv.ts';

/** A person whose access the directory ended, with the numbers of what ended. */
export type Ended = {
  name: string;
  userName: string;
  endedAt: Date;
  sessions: number;
  seats: number;
  keys: number;
  tokens: number;
  isLastOwner: boolean;
};

export const offboardingHead = csvText([
  ['Name', 'User name', 'Ended at', 'Sessions', 'Seats', 'API keys', 'Tool tokens', 'Role kept'],
]);

/** Lines of offboarding.csv: one for each person whose access the directory ended. */
export function offboardingLines(rows: readonly Ended[]): string {
  return csvText(
    rows.map((row) =>
      [
        row.name,
        row.userName,
        row.endedAt.toISOString(),
        String(row.sessions),
        String(row.seats),
        String(row.keys),
        String(row.tokens),
        row.isLastOwner ? 'last owner' : '',
      ].map(textCell),
    ),
  );
}
