import { useNavigate } from '@tanstack/react-router';
import { WrapText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { PdfFile } from './pdf-file.ts';
import { hasText } from './pdf-page.ts';

type TextSwitchProps = { file: PdfFile; resourceId: number; page: number; isText: boolean };

/** Shows the words of the file in lines as wide as the screen, or its pages; nothing for a file without words (DETAIL-28). */
export function TextSwitch({ file, resourceId, page, isText }: TextSwitchProps) {
  const navigate = useNavigate();
  const isOffered = useHasText(file);
  if (!isOffered && !isText) return null;
  return (
    <IconButton
      label="Show as text"
      icon={<WrapText size={18} />}
      aria-pressed={isText}
      onClick={() =>
        void navigate({
          to: '/resource/$id/read',
          params: { id: String(resourceId) },
          search: { page, as: isText ? undefined : 'text' },
          replace: true,
          resetScroll: false,
        })
      }
      className="aria-pressed:bg-accent aria-pressed:text-accent-foreground"
    />
  );
}

function useHasText({ document }: PdfFile): boolean {
  const [found, setFound] = useState(false);
  // The file is read outside React.
  useEffect(() => {
    let isCurrent = true;
    hasText(document).then(
      (answer) => isCurrent && setFound(answer),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [document]);
  return found;
}
