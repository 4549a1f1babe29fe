import type { ListedAddress } from '#contract/email-lists.ts';

export function WrongLines({ lines }: { lines: readonly ListedAddress[] }) {
  return (
    <ul aria-label="Lines to correct" className="flex flex-col gap-1.5 text-sm">
      {lines.map(({ line, email, problem }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line can have several pieces, and the list has no state
        <li key={index} className="wrap-anywhere">
          <span className="font-semibold">Line {line}</span> “<span translate="no">{email}</span>”:{' '}
          <span className="text-destructive">{problem}</span>
        </li>
      ))}
    </ul>
  );
}
