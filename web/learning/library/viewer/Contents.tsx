import { List } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { PdfFile } from './pdf-file.ts';
import { type ContentsEntry, listContents } from './pdf-page.ts';

const contentsSheet = lazyDialog(async () => (await import('./ContentsSheet.tsx')).ContentsSheet);

/** Button that opens the file's own table of contents; renders nothing for a file without one. */
export function Contents({ file, resourceId }: { file: PdfFile; resourceId: number }) {
  const entries = useContents(file);
  const [isOpen, setIsOpen] = useState(false);
  if (entries.length === 0) return null;

  return (
    <>
      <IconButton label="Contents" icon={<List size={18} />} onClick={() => setIsOpen(true)} {...contentsSheet.near} />
      <contentsSheet.Dialog resourceId={resourceId} entries={entries} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}

function useContents({ document }: PdfFile): ContentsEntry[] {
  const [entries, setEntries] = useState<ContentsEntry[]>([]);
  // The file is read outside React. The pages are shown even if the contents cannot be read.
  useEffect(() => {
    let isCurrent = true;
    listContents(document).then(
      (found) => isCurrent && setEntries(found),
      () => isCurrent && setEntries([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [document]);
  return entries;
}
