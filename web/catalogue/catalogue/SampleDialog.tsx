import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { PdfInside } from './SamplePages.tsx';

type SampleDialogProps = { document: PdfInside; opened: number; onClose: () => void };

/** Dialog with the sample pages one by one, each with its text. It begins with the pressed page. */
export function SampleDialog({ document: { pages, samples }, opened, onClose }: SampleDialogProps) {
  const [number, setNumber] = useState(opened);
  const index = samples.findIndex(({ page }) => page === number);
  const shown = samples[index];
  if (!shown) return null;
  const before = samples[index - 1]?.page;
  const after = samples[index + 1]?.page;
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Sample pages" size="large">
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft size={18} />}
          disabled={before === undefined}
          onClick={() => before !== undefined && setNumber(before)}
        />
        <p role="status" className="text-sm tabular-nums">
          Page {number} of {pages}
        </p>
        <IconButton
          label="Next page"
          icon={<ChevronRight size={18} />}
          disabled={after === undefined}
          onClick={() => after !== undefined && setNumber(after)}
        />
      </div>
      <img
        key={shown.url}
        src={shown.url}
        width={shown.width}
        height={shown.height}
        alt=""
        className="h-auto w-full rounded-md border border-border bg-white"
      />
      <VisuallyHidden>{shown.text}</VisuallyHidden>
    </Dialog>
  );
}
