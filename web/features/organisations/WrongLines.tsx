import type { PastedLine } from './people-display.ts';

/** What is wrong with pasted addresses, line by line. */
export function WrongLines({ lines }: { lines: readonly PastedLine[] }) {
  return (
    <ul aria-label="Lines to correct" className="flex flex-col gap-1.5 text-sm">
      {lines.map(({ line, email, problem }) => (
        <li key={line} className="wrap-anywhere">
          <span className="font-semibold">Line {line}</span> “{email}”:{' '}
          <span className="text-destructive">{problem}</span>
        </li>
      ))}
    </ul>
  );
}
