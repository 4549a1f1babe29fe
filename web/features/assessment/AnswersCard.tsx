import type { AssessmentResult } from '#contract/assessment.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { levelName } from './results-display.ts';

type Answer = AssessmentResult['answers'][number];

/** The radar in words: every question with its answer, and the answer before. */
export function AnswersCard({ result }: { result: AssessmentResult }) {
  const columns: DataTableColumn<Answer>[] = [
    { key: 'question', header: 'Question', kind: 'subject', cell: ({ title }) => title },
    { key: 'answer', header: 'Answer', cell: ({ level }) => levelName(result, level) },
    ...(result.previous?.isComparable
      ? [
          {
            key: 'previous',
            header: 'Previous',
            cell: ({ previousLevel }: Answer) => previousLevel && levelName(result, previousLevel),
          },
        ]
      : []),
    {
      key: 'statement',
      header: 'What was chosen',
      cell: ({ statement }) => <span className="block text-left text-muted-foreground">{statement}</span>,
    },
  ];
  return (
    <Card isPadded={false} className="overflow-hidden" id="answers">
      <h2 className="px-5 pt-5 pb-3 lg:px-6">The twelve answers</h2>
      <DataTable
        caption="The twelve answers"
        columns={columns}
        rows={result.answers}
        rowKey={({ questionId }) => questionId}
      />
    </Card>
  );
}
