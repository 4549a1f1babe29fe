import { List } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { PdfFile } from './pdf-file.ts';
import { type ContentsEntry, listContents } from './pdf-page.ts';

const loadSheet = () => import('./ContentsSheet.tsx');
const ContentsSheet = lazy(async () => ({ default: (await loadSheet()).ContentsSheet }));

/** Opens the file's own table of contents; nothing for a file without one. */
export function Contents({ file, resourceId }: { file: PdfFile; resourceId: number }) {
  const entries = useContents(file);
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  if (entries.length === 0) return null;

  function open() {
    setIsWanted(true);
    setIsOpen(true);
  }

  return (
    <>
      <IconButton
        label="Contents"
        icon={<List size={18} />}
        onClick={open}
        onPointerEnter={() => void loadSheet()}
        onFocus={() => void loadSheet()}
      />
      {isWanted ? (
        <Suspense fallback={null}>
          <ContentsSheet resourceId={resourceId} entries={entries} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      ) : null}
    </>
  );
}

function useContents({ document }: PdfFile): ContentsEntry[] {
  const [entries, setEntries] = useState<ContentsEntry[]>([]);
  // The file is read outside React. Contents that cannot be read are no reason not to show the pages.
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
