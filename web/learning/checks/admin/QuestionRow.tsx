import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Copy, Ellipsis, ShieldX, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { AdminCheck, CheckStatistics } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { toastUnavailable } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { SortHandle } from '#web/ui/SortableList.tsx';
import type { Sortable } from '#web/ui/sortable.ts';
import { kindNames } from '../check-display.ts';
import { isDifficult, statisticsText } from './editor-display.ts';
import { QuestionForm } from './QuestionForm.tsx';

type QuestionRowProps = {
  question: CheckQuestion;
  index: number;
  count: number;
  check: AdminCheck;
  problems: readonly string[];
  statistics: CheckStatistics | undefined;
  sortable: Sortable;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (question: CheckQuestion) => void;
  onDuplicate: () => void;
  onDelete: () => void;
  onVoid: () => void;
};

/** Id of the button that opens a question of the editor. */
export const questionButtonId = (id: string) => `edit-question-${id}`;

/** Question in the editor's list; opened, it shows its fields. Alt with an arrow moves it. */
export function QuestionRow(props: QuestionRowProps) {
  const { question, index, count, check, problems, statistics, sortable, isOpen } = props;
  const { id, text, kind } = question;
  const name = text || `Question ${index + 1}`;
  const own = statistics?.questions.find(({ questionId }) => questionId === id);
  const isVoid = check.voided.some(({ questionId }) => questionId === id);

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    sortable.move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  }

  return (
    <li
      onKeyDown={onKeyDown}
      className={classes(
        'rounded-lg border data-drag-over:border-primary data-drag-over:bg-accent data-dragged:opacity-50',
        sortable.lifted === index ? 'bg-accent shadow-md' : 'bg-card',
        isOpen || sortable.lifted === index
          ? 'border-primary inset-ring-1 inset-ring-primary'
          : problems.length > 0
            ? 'border-warning-text'
            : 'border-border',
      )}
    >
      <div className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 px-2 py-2 text-sm sm:grid-cols-[auto_1.25rem_minmax(0,1fr)_9.5rem_auto] sm:gap-x-3">
        <SortHandle sortable={sortable} index={index} name={name} />
        <span aria-hidden="true" className="font-semibold text-muted-foreground tabular-nums max-sm:hidden">
          {index + 1}
        </span>
        <h3 className="min-w-0 text-sm!">
          <button
            type="button"
            id={questionButtonId(id)}
            aria-expanded={isOpen}
            onClick={props.onToggle}
            className="group block w-full rounded-sm text-left pointer-coarse:min-h-11"
          >
            <span className="sr-only">Question {index + 1}: </span>
            <span className="line-clamp-2 wrap-anywhere group-hover:underline">
              <span aria-hidden="true" className="text-muted-foreground tabular-nums sm:hidden">
                {index + 1}.{' '}
              </span>
              {text || <span className="font-normal text-muted-foreground">New question</span>}
            </span>
            <span className="block text-xs font-normal text-muted-foreground">
              {kindNames[kind]}
              {problems.length > 0 ? <span className="text-warning-text"> · {problems[0]}</span> : null}
            </span>
          </button>
          {isVoid ? (
            <span className="mt-1 block">
              <Badge tone="info">Counts as right for everybody</Badge>
            </span>
          ) : null}
        </h3>
        {statistics ? (
          <p className="text-xs text-muted-foreground tabular-nums max-sm:col-start-2 max-sm:row-start-2 max-sm:max-w-48">
            {own && own.rightPercent !== null ? (
              <span aria-hidden="true" className="mb-1 block h-1.5 overflow-hidden rounded-full bg-progress-track">
                <span
                  className={classes('block h-full rounded-full', isDifficult(own) ? 'bg-warning-text' : 'bg-progress')}
                  style={{ width: `${own.rightPercent}%` }}
                />
              </span>
            ) : null}
            {statisticsText(own, statistics.fewest)}
          </p>
        ) : (
          <span className="max-sm:hidden" />
        )}
        <RowMenu {...props} name={name} isVoid={isVoid} last={count - 1} />
      </div>
      {isOpen ? (
        <QuestionForm
          question={question}
          number={index + 1}
          check={check}
          problems={problems}
          statistics={own}
          onChange={props.onChange}
          onDuplicate={props.onDuplicate}
          onDelete={props.onDelete}
        />
      ) : null}
    </li>
  );
}

type RowMenuProps = QuestionRowProps & { name: string; isVoid: boolean; last: number };

function RowMenu({ index, last, sortable, check, question, isVoid, statistics, ...row }: RowMenuProps) {
  const moves = [
    { label: 'Move up', to: index - 1, Icon: ArrowUp, isUseful: index > 0 },
    { label: 'Move down', to: index + 1, Icon: ArrowDown, isUseful: index < last },
    { label: 'Move to the start', to: 0, Icon: ArrowUpToLine, isUseful: index > 1 },
    { label: 'Move to the end', to: last, Icon: ArrowDownToLine, isUseful: index < last - 1 },
  ];
  const isPublished = statistics?.questions.some(({ questionId }) => questionId === question.id) === true;
  const items: MenuItem[] = [
    ...moves.flatMap(({ label, to, Icon, isUseful }) =>
      isUseful
        ? [{ kind: 'action' as const, label, icon: <Icon size={16} />, onSelect: () => sortable.move(index, to) }]
        : [],
    ),
    { kind: 'action', label: 'Duplicate', icon: <Copy size={16} />, onSelect: row.onDuplicate },
    ...(isPublished && !isVoid && check.published
      ? [
          {
            kind: 'action' as const,
            label: 'This question is faulty',
            icon: <ShieldX size={16} />,
            onSelect: row.onVoid,
          },
        ]
      : []),
    { kind: 'action', label: 'Delete', icon: <Trash2 size={16} />, onSelect: row.onDelete, isDestructive: true },
  ];
  return (
    <LazyMenu
      trigger={<IconButton size="small" label={`More for question ${index + 1}`} icon={<Ellipsis size={18} />} />}
      items={items}
      onUnavailable={toastUnavailable}
    />
  );
}
