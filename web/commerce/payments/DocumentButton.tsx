import { Download } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useDocument } from './api.ts';
import { type DocumentName, documentNouns } from './display.ts';

type DocumentButtonProps = DocumentName & {
  id: number;
  /** `small` in the rows of a list, with hidden words that name the document's subject. */
  size?: 'small' | 'medium';
};

/** Button that downloads an invoice or a credit note as PDF (SUCCESS-07, TAX-04). */
export function DocumentButton({ size = 'medium', ...document }: DocumentButtonProps) {
  const saving = useDocument(document);
  const noun = documentNouns[document.kind];
  return (
    <Button variant="outline" size={size} isBusy={saving.isPending} onClick={() => saving.mutate()}>
      {saving.isPending ? null : <Download size={size === 'small' ? 16 : 18} />}
      {size === 'small' ? (
        <>
          {noun}
          <VisuallyHidden> for {document.subject}</VisuallyHidden>
        </>
      ) : (
        `Download ${noun.toLowerCase()}`
      )}
    </Button>
  );
}
