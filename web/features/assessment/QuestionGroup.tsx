import { useId } from 'react';
import type { AssessmentQuestions } from '#contract/assessment.ts';
import { classes } from '../../ui/classes.ts';

type Question = AssessmentQuestions['sections'][number]['questions'][number];
type Level = AssessmentQuestions['levels'][number];

type QuestionGroupProps = {
  number: number;
  question: Question;
  levels: readonly Level[];
  answer: string | undefined;
  onAnswer: (level: string) => void;
};

/** One question with its four statements, the lowest level first. The arrow keys move between them. */
export function QuestionGroup({ number, question, levels, answer, onAnswer }: QuestionGroupProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={question.help ? `${id}-help` : undefined}
      className="flow-root min-w-0 border-t border-border py-8 first-of-type:mt-6"
    >
      <legend className="mb-4 flex! gap-3 text-lg leading-6 font-semibold">
        <span className="font-medium text-muted-foreground">{number}</span>
        <span>{question.text}</span>
      </legend>
      <div className="clear-both">
        {question.help ? (
          <p id={`${id}-help`} className="mb-4 max-w-152 text-sm text-muted-foreground">
            {question.help}
          </p>
        ) : null}
        <div className="grid grid-cols-1 gap-2 md:grid-cols-2 md:gap-3 xl:grid-cols-4">
          {levels.map((level, index) => (
            <Statement
              key={level.level}
              name={question.id}
              level={level}
              rank={index}
              count={levels.length}
              statement={question.statements[level.level]}
              isChosen={answer === level.level}
              onChoose={() => onAnswer(level.level)}
            />
          ))}
        </div>
      </div>
    </fieldset>
  );
}

type StatementProps = {
  name: string;
  level: Level;
  rank: number;
  count: number;
  statement: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** A statement with its level's name small and after it, so that members choose a description and not a grade. */
function Statement({ name, level, rank, count, statement, isChosen, onChoose }: StatementProps) {
  const id = useId();
  return (
    <label
      className={classes(
        'flex flex-col gap-3 rounded-md border border-input bg-card p-3.5 text-sm leading-5 hover:bg-accent md:p-4',
        'has-[:checked]:border-primary has-[:checked]:bg-accent has-[:checked]:inset-ring-1 has-[:checked]:inset-ring-primary',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
      )}
    >
      <span className="flex items-center gap-3">
        <input
          type="radio"
          name={name}
          value={level.level}
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-level`}
          aria-describedby={`${id}-statement`}
          className="size-4.5 flex-none appearance-none rounded-full border-[1.5px] border-input bg-card checked:border-[5.5px] checked:border-primary focus-visible:outline-none"
        />
        <Ramp filled={rank + 1} count={count} isChosen={isChosen} />
      </span>
      <span id={`${id}-statement`} className={isChosen ? 'text-accent-foreground' : undefined}>
        {statement}
      </span>
      <span
        id={`${id}-level`}
        className={classes(
          'mt-auto text-xs font-semibold',
          isChosen ? 'text-accent-foreground' : 'text-muted-foreground',
        )}
      >
        {level.name}
      </span>
    </label>
  );
}

/** The height of a level, as bars. */
function Ramp({ filled, count, isChosen }: { filled: number; count: number; isChosen: boolean }) {
  const bars = Array.from({ length: count }, (_, index) => index);
  return (
    <span aria-hidden="true" className="grid flex-1 auto-cols-fr grid-flow-col gap-0.75 max-md:max-w-12 max-md:ml-auto">
      {bars.map((bar) => (
        <span
          key={bar}
          className={classes(
            'h-1 rounded-full',
            bar < filled ? (isChosen ? 'bg-primary' : 'bg-input') : 'bg-progress-track',
          )}
        />
      ))}
    </span>
  );
}
