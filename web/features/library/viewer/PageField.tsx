import { type FormEvent, useState } from 'react';
import { pageNumberOf } from './viewer-display.ts';

type PageFieldProps = { page: number; pageCount: number; onPage: (page: number) => void };

/** "Page 3 of 40", where the number can be typed over. What names no page is put right when the field is left. */
export function PageField({ page, pageCount, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function go(event?: FormEvent) {
    event?.preventDefault();
    const wanted = pageNumberOf(typed);
    setTyped(null);
    if (wanted !== null) onPage(Math.min(wanted, pageCount));
  }

  return (
    <form onSubmit={go} className="mx-1 flex items-center gap-2 text-sm whitespace-nowrap tabular-nums">
      <label className="flex items-center gap-2">
        <span className="max-sm:sr-only">Page</span>
        <input
          value={typed ?? String(page)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => go()}
          className="h-9 w-14 rounded-md border border-input bg-card px-2 text-center text-base text-foreground pointer-coarse:h-11"
        />
      </label>
      <span>of {pageCount}</span>
    </form>
  );
}
