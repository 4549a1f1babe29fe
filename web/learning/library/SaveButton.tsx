import { Bookmark } from 'lucide-react';
import { useId } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { useStart } from '../../catalogue/catalogue/use-start.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSaved } from './api.ts';

type Saveable = { resource: Pick<ResourceSummary, 'id' | 'title'> };

// The name is the same in both states; `aria-pressed` gives the state.
const label = 'Save for later';

/** Saves the resource of a card, or removes it. */
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

const quietLook = '-mx-2 justify-start! px-2! text-primary!';

/** The classes of the links below the main button of a resource. */
export const quietClasses = buttonClasses({ variant: 'ghost', className: quietLook });

/** The same on the page of a resource. */
export function SaveButton({ resource }: Saveable) {
  const { isSaved, toggle, save } = useSaved(resource.id);
  useStart('save', save);
  return (
    <Button variant="ghost" aria-pressed={isSaved} onClick={toggle} className={quietLook}>
      <SavedMark isSaved={isSaved} />
      {label}
    </Button>
  );
}

function SavedMark({ isSaved }: { isSaved: boolean }) {
  return <Bookmark size={16} className={isSaved ? 'fill-current text-primary' : undefined} />;
}
