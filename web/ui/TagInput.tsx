import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { lineOf } from '#contract/lines.ts';
import { sameForm } from '#contract/same-texts.ts';
import { Chip } from './Chip.tsx';
import { TextInput } from './TextInput.tsx';

type TagInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'className'> & {
  /** The tags; for react-hook-form wrap the input in a `Controller`. */
  value: string[];
  onChange: (tags: string[]) => void;
  /** Word for one entry; "tag" by default. */
  noun?: string;
};

/**
 * Input for tags, which are added by Enter or by leaving the field, each with a remove button. Enter never submits the
 * form from here.
 */
export function TagInput({ value, onChange, noun = 'tag', onBlur, ...input }: TagInputProps) {
  const [typed, setTyped] = useState('');

  function add() {
    onChange(withTag(value, typed));
    setTyped('');
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <div className="flex flex-col gap-2">
      <TextInput
        placeholder={`Type a ${noun} and press Enter`}
        autoComplete="off"
        enterKeyHint="enter"
        {...input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          // A tag that was typed but not entered would be lost with the save that follows.
          if (typed.trim()) add();
          onBlur?.(event);
        }}
      />
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {value.map((tag) => (
            <li key={tag}>
              <Chip
                removeLabel={`Remove ${noun} ${tag}`}
                onRemove={() => onChange(value.filter((other) => other !== tag))}
              >
                {tag}
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/**
 * Adds the typed tag, folded to one line. Returns the same tags when the typed one is blank or reads like an existing
 * one.
 */
export function withTag(tags: string[], typed: string): string[] {
  const tag = lineOf(typed);
  return tag === '' || tags.some((known) => sameForm(known) === sameForm(tag)) ? tags : [...tags, tag];
}
