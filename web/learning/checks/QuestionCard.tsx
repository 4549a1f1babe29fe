import { Check } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AttemptQuestion, CheckAnswer } from '#contract/learning/checks.ts';
import { checkLimits } from '#contract/learning/checks-limits.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Select } from '#web/ui/Select.tsx';
import { SortableList } from '#web/ui/SortableList.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { howToAnswer, isAnswered, orderedOptions, typedAnswer, withOption, withPair } from './check-display.ts';

export type OnAnswer = (answer: CheckAnswer, options?: { isTyping: boolean }) => void;

type QuestionCardProps = {
  question: AttemptQuestion;
  answer: CheckAnswer;
  onAnswer: OnAnswer;
  /** Number of questions of the attempt; set when one question is shown at a time. */
  count?: number;
};

const questionId = (number: number) => `question-${number}`;

const focusLegend = (group: Element | null) => group?.querySelector('legend')?.focus({ preventScroll: true });

/**
 * Focuses the legend of the question with this number.
 * @returns the question's element, null where it is not on screen
 */
export function focusQuestion(number: number): HTMLElement | null {
  const group = document.getElementById(questionId(number));
  focusLegend(group);
  return group;
}

/** Focuses the legend beside a button that goes with its press, and would take the focus along. */
const focusLegendOf = (button: Element) => focusLegend(button.closest('fieldset'));

export function QuestionCard({ question, answer, onAnswer, count }: QuestionCardProps) {
  const id = useId();
  const { number, text, kind, picture } = question;
  const indent = count === undefined ? 'sm:ml-8' : undefined;
  return (
    <fieldset
      id={questionId(number)}
      aria-describedby={`${id}-how`}
      className="flow-root min-w-0 scroll-mt-24 rounded-lg border border-border bg-card p-4 max-sm:py-4.5 lg:p-6"
    >
      <legend
        tabIndex={-1}
        className={classes(
          'mb-1 w-full text-lg leading-6 font-semibold text-pretty whitespace-pre-line wrap-anywhere outline-none',
          count === undefined && 'flex! gap-3',
        )}
      >
        {count === undefined ? (
          <span className="min-w-5 flex-none font-medium text-muted-foreground tabular-nums">{number}</span>
        ) : (
          <span className="block text-sm leading-5 font-medium text-muted-foreground tabular-nums">
            Question {number} of {count}
          </span>
        )}
        <span>{text}</span>
      </legend>
      <p id={`${id}-how`} className={classes('clear-both mb-4 text-sm text-muted-foreground', indent)}>
        {howToAnswer[kind]}
      </p>
      {picture ? (
        <img
          src={picture.url}
          alt={picture.text}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          className="mb-4 h-auto max-h-96 w-auto max-w-full rounded-md border border-border"
        />
      ) : null}
      <Controls question={question} answer={answer} onAnswer={onAnswer} />
    </fieldset>
  );
}

function Controls(props: QuestionCardProps) {
  switch (props.question.kind) {
    case 'one':
    case 'true_false':
    case 'several':
      return <Options {...props} />;
    case 'order':
      return <Order {...props} />;
    case 'match':
      return <Match {...props} />;
    case 'text':
    case 'number':
      return <Typed {...props} />;
  }
}

function Options({ question, answer, onAnswer }: QuestionCardProps) {
  const { number, kind, options } = question;
  const chosen = answer !== null && 'options' in answer ? answer.options : [];
  const isSeveral = kind === 'several';
  return (
    <div className="flex flex-col gap-2">
      {options.map(({ id, text }) => (
        <Option
          key={id}
          type={isSeveral ? 'checkbox' : 'radio'}
          name={questionId(number)}
          isChosen={chosen.includes(id)}
          onChange={(isChosen) => onAnswer(isSeveral ? withOption(question, answer, id, isChosen) : { options: [id] })}
        >
          {text}
        </Option>
      ))}
      {!isSeveral && chosen.length > 0 ? (
        <TextButton
          onClick={({ currentTarget }) => {
            focusLegendOf(currentTarget);
            onAnswer(null);
          }}
          className="self-start text-muted-foreground! pointer-coarse:min-h-11"
        >
          Clear answer
        </TextButton>
      ) : null}
    </div>
  );
}

type OptionProps = {
  type: 'radio' | 'checkbox';
  name: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
  children: ReactNode;
};

function Option({ type, name, isChosen, onChange, children }: OptionProps) {
  return (
    <label
      className={classes(
        'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-3.5 rounded-md border px-4 py-3 text-sm leading-5.5',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
        isChosen
          ? 'border-primary bg-accent text-accent-foreground inset-ring-1 inset-ring-primary'
          : 'border-border hover:border-input',
      )}
    >
      <span className="relative mt-0.5 grid size-4.5 flex-none place-items-center">
        <input
          type={type}
          name={name}
          checked={isChosen}
          onChange={({ target }) => onChange(target.checked)}
          className={classes(
            'peer absolute inset-0 size-4.5 scroll-mt-28 scroll-mb-28 appearance-none border-[1.5px] border-input bg-card focus-visible:outline-none',
            type === 'radio'
              ? 'rounded-full checked:border-[5.5px] checked:border-primary'
              : 'rounded-xs checked:border-primary checked:bg-primary',
          )}
        />
        {type === 'checkbox' ? (
          <Check
            size={14}
            className="pointer-events-none invisible relative text-primary-foreground peer-checked:visible"
          />
        ) : null}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}

function Order({ question, answer, onAnswer }: QuestionCardProps) {
  const items = orderedOptions(question, answer);
  return (
    <>
      <SortableList
        label="Your order"
        items={items}
        keyOf={({ id }) => id}
        nameOf={({ text }) => text}
        onChange={(moved) => onAnswer({ options: moved.map(({ id }) => id) })}
      >
        {({ text }) => text}
      </SortableList>
      {isAnswered(question, answer) ? null : (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted-foreground">
          Not answered yet.
          <Button
            variant="outline"
            size="small"
            onClick={({ currentTarget }) => {
              focusLegendOf(currentTarget);
              onAnswer({ options: items.map(({ id }) => id) });
            }}
          >
            Keep this order
          </Button>
        </p>
      )}
    </>
  );
}

function Match({ question, answer, onAnswer }: QuestionCardProps) {
  const id = useId();
  const { options, counterparts } = question;
  const pairs = answer !== null && 'pairs' in answer ? answer.pairs : [];
  const lineOf = (counterpart: string) => {
    const pair = pairs.find((one) => one.counterpart === counterpart);
    return pair ? options.findIndex((option) => option.id === pair.option) : -1;
  };
  return (
    <ol className="flex flex-col gap-3 md:gap-2">
      {options.map((option, index) => {
        const chosen = pairs.find((pair) => pair.option === option.id)?.counterpart ?? '';
        return (
          <li key={option.id} className="grid gap-1.5 text-sm md:grid-cols-2 md:items-center md:gap-4 md:py-1">
            <label htmlFor={`${id}-${index}`} className="leading-5.5 wrap-anywhere">
              {options.length > 1 ? (
                <span className="mr-2 text-muted-foreground tabular-nums">{index + 1}.</span>
              ) : null}
              {option.text}
            </label>
            <Select
              id={`${id}-${index}`}
              value={chosen}
              onChange={({ target }) =>
                onAnswer(withPair(question, answer, { option: option.id, counterpart: target.value }))
              }
            >
              <option value="">Choose one</option>
              {counterparts.map((counterpart) => {
                const line = lineOf(counterpart.id);
                return (
                  <option key={counterpart.id} value={counterpart.id}>
                    {line === -1 || line === index ? counterpart.text : `${counterpart.text} (now at line ${line + 1})`}
                  </option>
                );
              })}
            </Select>
          </li>
        );
      })}
    </ol>
  );
}

function Typed({ question, answer, onAnswer }: QuestionCardProps) {
  const given = answer !== null && 'text' in answer ? answer.text : '';
  const [typed, setTyped] = useState(given);
  const isNumber = question.kind === 'number';
  // Blank text is no answer, but what was typed stays in the field. Another device may have given a newer answer.
  const shown = typed.trim() === given.trim() ? typed : given;
  return (
    <TextInput
      aria-label={isNumber ? 'Your number' : 'Your answer'}
      value={shown}
      inputMode={isNumber ? 'decimal' : undefined}
      maxLength={checkLimits.answer}
      autoComplete="off"
      spellCheck={false}
      className={isNumber ? 'max-w-80' : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        onAnswer(typedAnswer(target.value), { isTyping: true });
      }}
    />
  );
}
