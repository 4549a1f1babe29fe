import { Bookmark } from 'lucide-react';
import { useId } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { useStart } from '#web/catalogue/catalogue/use-start.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { useSaved } from './api.ts';

type Saveable = { resource: Pick<ResourceSummary, 'id' | 'title'> };

// The name is the same in both states; `aria-pressed` gives the state.
const label = 'Save for later';

/** Button on a card that saves or removes its resource. */
export function CardSaveButton({ resource }: Saveable) {
  const { isSaved, toggle } = useSaved(resource.id);
  const id = useId();
  return (
    <>
      <IconButton
        label={label}
        icon={<SavedMark isSaved={isSaved} />}
        variant="outline"
        size="small"
        className="border-border!"
        aria-pressed={isSaved}
        aria-describedby={id}
        onClick={toggle}
      />
      <span id={id} hidden>
        {resource.title}
      </span>
    </>
  );
}

/** Classes of the links below the main button of a resource. */
export const quietClasses = `${textLinkClasses} min-h-11`;

/**
 * Button on the page of a resource that saves or removes it. Also saves it once when the URL asks for that (FRONT-07).
 */
export function SaveButton({ resource }: Saveable) {
  const { isSaved, toggle, save } = useSaved(resource.id);
  useStart('save', save);
  return (
    <button type="button" aria-pressed={isSaved} onClick={toggle} className={quietClasses}>
      <SavedMark isSaved={isSaved} />
      {label}
    </button>
  );
}

function SavedMark({ isSaved }: { isSaved: boolean }) {
  return <Bookmark size={16} className={isSaved ? 'fill-current text-primary' : undefined} />;
}
