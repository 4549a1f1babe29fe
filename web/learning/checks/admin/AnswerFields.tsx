import { Check, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { checkLimits } from '#contract/learning/checks-limits.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { MoveButtons, SortHandle, SortStatus } from '#web/ui/SortableList.tsx';
import { useSortable } from '#web/ui/sortable.ts';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type Of<Kind extends CheckQuestion['kind']> = Extract<CheckQuestion, { kind: Kind }>;
type FieldsProps<Kind extends CheckQuestion['kind']> = {
  question: Of<Kind>;
  onChange: (question: CheckQuestion) => void;
};

export function AnswerFields({ question, onChange }: FieldsProps<CheckQuestion['kind']>) {
  switch (question.kind) {
    case 'one':
    case 'several':
      return <OptionFields question={question} onChange={onChange} />;
    case 'true_false':
      return <TrueFalseFields question={question} onChange={onChange} />;
    case 'order':
      return <OrderFields question={question} onChange={onChange} />;
    case 'match':
      return <MatchFields question={question} onChange={onChange} />;
    case 'text':
      return <AcceptedFields question={question} onChange={onChange} />;
    case 'number':
      return <NumberFields question={question} onChange={onChange} />;
  }
}

function OptionFields({ question, onChange }: FieldsProps<'one' | 'several'>) {
  const name = useId();
  const isOne = question.kind === 'one';
  const change = (options: typeof question.options) => onChange({ ...question, options });
  return (
    <AnswerRows
      legend="Answers"
      hint={isOne ? 'tick the right one' : 'tick the right ones'}
      noun="answer"
      values={question.options}
      most={checkLimits.options}
      blank={() => ({ text: '', isRight: false })}
      nameOf={({ text }, index) => text || `Answer ${index + 1}`}
      onChange={change}
      start={(option, index, set) => (
        <label
          className={classes(
            'relative grid size-9 cursor-pointer place-items-center rounded-md border pointer-coarse:size-11',
            'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
            option.isRight
              ? 'border-success-text bg-success-soft text-success-text'
              : 'border-input bg-card text-muted-foreground',
          )}
        >
          <input
            type={isOne ? 'radio' : 'checkbox'}
            name={name}
            checked={option.isRight}
            aria-label={`Right: ${option.text || `answer ${index + 1}`}`}
            onChange={({ target }) =>
              isOne
                ? change(question.options.map((one, place) => ({ ...one, isRight: place === index })))
                : set({ ...option, isRight: target.checked })
            }
            className="absolute inset-0 cursor-pointer appearance-none focus-visible:outline-none"
          />
          <Check
            size={18}
            strokeWidth={option.isRight ? 2.5 : 1.75}
            className={classes('pointer-events-none', !option.isRight && 'opacity-50')}
          />
        </label>
      )}
    >
      {(option, index, set, onKeyDown) => (
        <RowText
          label={`Answer ${index + 1}`}
          value={option.text}
          onKeyDown={onKeyDown}
          onChange={(text) => set({ ...option, text })}
        />
      )}
    </AnswerRows>
  );
}

function TrueFalseFields({ question, onChange }: FieldsProps<'true_false'>) {
  const name = useId();
  return (
    <RadioGroup legend="Right answer">
      {[true, false].map((isTrue) => (
        <Radio
          key={String(isTrue)}
          name={name}
          label={isTrue ? 'True' : 'False'}
          checked={question.isTrue === isTrue}
          onChange={() => onChange({ ...question, isTrue })}
        />
      ))}
    </RadioGroup>
  );
}

function OrderFields({ question, onChange }: FieldsProps<'order'>) {
  return (
    <AnswerRows
      legend="Lines"
      hint="in their right order; members get them mixed"
      noun="line"
      isOrdered
      values={question.items}
      most={checkLimits.options}
      blank={() => ''}
      nameOf={(text, index) => text || `Line ${index + 1}`}
      onChange={(items) => onChange({ ...question, items })}
    >
      {(item, index, set, onKeyDown) => (
        <RowText label={`Line ${index + 1}`} value={item} onKeyDown={onKeyDown} onChange={set} />
      )}
    </AnswerRows>
  );
}

function MatchFields({ question, onChange }: FieldsProps<'match'>) {
  return (
    <AnswerRows
      legend="Pairs"
      hint="members get the right sides mixed"
      noun="pair"
      values={question.pairs}
      most={checkLimits.options}
      blank={() => ({ left: '', right: '' })}
      nameOf={({ left }, index) => left || `Pair ${index + 1}`}
      onChange={(pairs) => onChange({ ...question, pairs })}
    >
      {(pair, index, set, onKeyDown) => (
        <span className="grid min-w-0 gap-1.5 sm:grid-cols-2">
          <RowText
            label={`Left side ${index + 1}`}
            value={pair.left}
            onKeyDown={onKeyDown}
            onChange={(left) => set({ ...pair, left })}
          />
          <RowText
            label={`Right side ${index + 1}`}
            value={pair.right}
            onKeyDown={onKeyDown}
            onChange={(right) => set({ ...pair, right })}
          />
        </span>
      )}
    </AnswerRows>
  );
}

function AcceptedFields({ question, onChange }: FieldsProps<'text'>) {
  return (
    <AnswerRows
      legend="Accepted answers"
      hint="capital letters, accents and outer spaces do not matter"
      noun="accepted answer"
      values={question.accepted}
      most={checkLimits.acceptedTexts}
      blank={() => ''}
      nameOf={(text, index) => text || `Accepted answer ${index + 1}`}
      onChange={(accepted) => onChange({ ...question, accepted })}
    >
      {(accepted, index, set, onKeyDown) => (
        <RowText label={`Accepted answer ${index + 1}`} value={accepted} onKeyDown={onKeyDown} onChange={set} />
      )}
    </AnswerRows>
  );
}

/** Reads a number of up to 12 digits with point or comma and up to 9 decimals; null for any other text. */
const numberOf = (text: string) => {
  const plain = text.trim().replace(',', '.');
  return /^[+-]?\d{1,12}(\.\d{0,9})?$/.test(plain) ? Number(plain) : null;
};

function NumberFields({ question, onChange }: FieldsProps<'number'>) {
  const [value, setValue] = useState(question.value === null ? '' : String(question.value));
  const [tolerance, setTolerance] = useState(String(question.tolerance));
  const isWrong = value.trim() !== '' && numberOf(value) === null;
  const margin = numberOf(tolerance);
  return (
    <Fieldset legend="Right number">
      <div className="grid grid-cols-2 gap-4">
        <Field label="Number" error={isWrong ? 'Enter a number, such as 12.5' : undefined}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={value}
            onChange={({ target }) => {
              setValue(target.value);
              onChange({ ...question, value: numberOf(target.value) });
            }}
          />
        </Field>
        <Field
          label="Tolerance"
          hint="0 accepts this number alone."
          error={margin === null || margin < 0 ? 'Enter a number from 0 on' : undefined}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            leading="±"
            value={tolerance}
            onChange={({ target }) => {
              setTolerance(target.value);
              const next = numberOf(target.value);
              if (next !== null && next >= 0) onChange({ ...question, tolerance: next });
            }}
          />
        </Field>
      </div>
    </Fieldset>
  );
}

type RowTextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function RowText({ label, value, onChange, onKeyDown }: RowTextProps) {
  return (
    <Textarea
      rows={1}
      aria-label={label}
      value={value}
      maxLength={checkLimits.optionText}
      onKeyDown={onKeyDown}
      onChange={({ target }) => onChange(target.value.replaceAll('\n', ' '))}
      className="field-sizing-content min-h-9 resize-none py-2! text-sm! leading-5"
    />
  );
}

type AnswerRowsProps<Value> = {
  legend: string;
  hint: string;
  /** Word for a row, such as "answer". */
  noun: string;
  values: readonly Value[];
  most: number;
  /** Whether the order of the rows is the right answer. */
  isOrdered?: boolean;
  blank: () => Value;
  nameOf: (value: Value, index: number) => string;
  onChange: (values: Value[]) => void;
  /** Control before the text of a row. */
  start?: (value: Value, index: number, set: (value: Value) => void) => ReactNode;
  children: (
    value: Value,
    index: number,
    set: (value: Value) => void,
    onKeyDown: (event: KeyboardEvent) => void,
  ) => ReactNode;
};

let lastKey = 0;
const newKey = () => {
  lastKey += 1;
  return lastKey;
};

/** Rows of texts that can be added, moved and removed. Enter in a row adds one after it. */
function AnswerRows<Value>(props: AnswerRowsProps<Value>) {
  const { legend, hint, noun, values, most, isOrdered = false, blank, nameOf, onChange, start, children } = props;
  // The values have no ids, but a moved row must keep its focus.
  const [keys, setKeys] = useState(() => values.map(newKey));
  const rows = values.map((value, index) => ({ key: keys[index] ?? index, value, index }));
  const wanted = useRef<number>(null);
  const id = useId();
  const sortable = useSortable({
    items: rows,
    keyOf: ({ key }) => key,
    nameOf: ({ value, index }) => nameOf(value, index),
    onChange: (moved) => {
      setKeys(moved.map(({ key }) => key));
      onChange(moved.map(({ value }) => value));
    },
  });

  // A new row is rendered first.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = sortable.list.current?.children[wanted.current];
    wanted.current = null;
    row?.querySelector('textarea')?.focus();
  });

  const set = (index: number, value: Value) => onChange(values.map((one, place) => (place === index ? value : one)));
  function add(index: number) {
    if (values.length >= most) return;
    wanted.current = index;
    setKeys(keys.toSpliced(index, 0, newKey()));
    onChange(values.toSpliced(index, 0, blank()));
  }
  function remove(index: number) {
    wanted.current = Math.max(0, index - 1);
    setKeys(keys.toSpliced(index, 1));
    onChange(values.toSpliced(index, 1));
  }
  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(index + 1);
  }

  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-hint`}>
      <legend className="pb-1.5 text-sm font-semibold">
        {legend}{' '}
        <span id={`${id}-hint`} className="font-normal text-muted-foreground">
          ({hint})
        </span>
      </legend>
      <ol ref={sortable.list} className="clear-both flex flex-col gap-2">
        {rows.map(({ key, value, index }) => (
          <li
            key={key}
            className={classes(
              'flex items-start gap-1.5 rounded-md data-drag-over:bg-accent data-dragged:opacity-50',
              sortable.lifted === index && 'bg-accent inset-ring-1 inset-ring-primary',
            )}
          >
            <span className="max-sm:hidden">
              <SortHandle sortable={sortable} index={index} name={nameOf(value, index)} />
            </span>
            {start?.(value, index, (next) => set(index, next))}
            <span className="min-w-0 flex-1">
              {children(
                value,
                index,
                (next) => set(index, next),
                (event) => onKeyDown(event, index),
              )}
            </span>
            <span className={isOrdered ? undefined : 'max-sm:hidden'}>
              <MoveButtons sortable={sortable} index={index} count={rows.length} name={nameOf(value, index)} />
            </span>
            <IconButton
              size="small"
              label={`Remove: ${nameOf(value, index)}`}
              icon={<X size={16} />}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <SortStatus sortable={sortable} />
      <Button
        variant="ghost"
        size="small"
        className="mt-2 -ml-2"
        disabled={values.length >= most}
        onClick={() => add(values.length)}
      >
        <Plus size={16} />
        Add {noun}
      </Button>
    </fieldset>
  );
}
