import { Award, BookOpen, CircleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import { dense } from '../admin/dense.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Counters } from '../ui/Counters.tsx';
import { DataTable, type DataTableColumn, NoValue } from '../ui/DataTable.tsx';
import { FilterGroup, FoldedFilterGroup } from '../ui/FilterGroup.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Slideshow } from '../ui/Slideshow.tsx';
import { SortableList } from '../ui/SortableList.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { ignore, Specimen, State } from './specimen.tsx';

type Person = { id: number; name: string; email: string; joined: string | null };

const people: Person[] = [
  { id: 1, name: 'Mira Tollander', email: 'mira@example.org', joined: '3 November 2026' },
  { id: 2, name: 'Ada Venn', email: 'ada@example.org', joined: null },
];

const columns: DataTableColumn<Person>[] = [
  {
    key: 'name',
    header: 'Name',
    kind: 'subject',
    cell: ({ name }) => name,
    text: ({ name }) => name,
    sort: { direction: 'ascending', onSort: ignore },
  },
  { key: 'email', header: 'Email', cell: ({ email }) => email, text: ({ email }) => email },
  { key: 'joined', header: 'Joined', align: 'end', cell: ({ joined }) => joined ?? <NoValue /> },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: () => (
      <Button variant="outline" size="small">
        Edit
      </Button>
    ),
  },
];

const counters = [
  { key: 'members', label: 'Members', Icon: Users, look: 'bg-info-soft text-info-text' },
  { key: 'resources', label: 'Resources', Icon: BookOpen, look: 'bg-success-soft text-success-text' },
  { key: 'certificates', label: 'Certificates', Icon: Award, look: 'bg-warning-soft text-warning-text' },
  { key: 'overdue', label: 'Overdue', Icon: CircleAlert, look: 'bg-danger-soft text-danger-text' },
] as const;

const counts = { members: 42, resources: 60, certificates: 17, overdue: 3 };

const options = [
  { value: 'report', label: 'Report', count: 12 },
  { value: 'book', label: 'Book', count: 4 },
];

const picture = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480"><rect width="800" height="480" fill="${colour}"/></svg>`,
  )}`;

export function Lists() {
  return (
    <>
      <Specimen name="DataTable">
        <State label="rows" isWide>
          <Card isPadded={false} className="overflow-hidden">
            <DataTable caption="Members" columns={columns} rows={people} rowKey={({ id }) => id} />
          </Card>
        </State>
        <State label="dense: one line for each row from 1400 px" isWide>
          <Card isPadded={false} className="overflow-hidden">
            <DataTable caption="Members, dense" columns={columns} rows={people} rowKey={({ id }) => id} dense={dense} />
          </Card>
        </State>
      </Specimen>
      <Specimen name="Counters">
        <State label="known, one of them a filter" isWide>
          <Counters
            counters={counters}
            counts={counts}
            isPending={false}
            filters={{ overdue: { isPressed: true, onPress: ignore } }}
          />
        </State>
        <State label="pending" isWide>
          <Counters counters={counters} counts={undefined} isPending />
        </State>
        <State label="unknown" isWide>
          <Counters counters={counters} counts={undefined} isPending={false} />
        </State>
      </Specimen>
      <Filters />
      <Specimen name="SortableList">
        <State label="three rows" isWide>
          <div className="max-w-120">
            <Steps />
          </div>
        </State>
      </Specimen>
      <Specimen name="Slideshow">
        <State label="two pictures" isWide>
          <div className="max-w-120">
            <Slideshow
              images={[
                { url: picture('#0d4f48'), alt: 'A green surface' },
                { url: picture('#1c4a93'), alt: 'A blue surface' },
              ]}
            />
          </div>
        </State>
      </Specimen>
    </>
  );
}

function Steps() {
  const [steps, setSteps] = useState(['Ask the people', 'Test with one team', 'Decide']);
  return (
    <SortableList label="Steps" items={steps} keyOf={(step) => step} nameOf={(step) => step} onChange={setSteps}>
      {(step) => step}
    </SortableList>
  );
}

function Filters() {
  const [selected, setSelected] = useState<string[]>(['report']);
  const [page, setPage] = useState(3);
  const [tab, setTab] = useState('all');
  const tabs = [
    { value: 'all', label: 'All', count: 60 },
    { value: 'free', label: 'Free' },
  ];
  return (
    <>
      <Specimen name="FilterGroup">
        <State label="FilterGroup">
          <div>
            <FilterGroup legend="Type" options={options} selected={selected} onChange={setSelected} />
          </div>
        </State>
        <State label="FoldedFilterGroup">
          <div>
            <FoldedFilterGroup legend="Kind" options={options} selected={selected} onChange={setSelected} />
          </div>
        </State>
      </Specimen>
      <Specimen name="Pagination">
        <State label="many pages" isWide>
          <Pagination page={page} pageCount={12} onPageChange={setPage} label="Pages of many" />
        </State>
        <State label="first of two" isWide>
          <Pagination page={1} pageCount={2} onPageChange={ignore} label="Pages of two" />
        </State>
      </Specimen>
      <Specimen name="Tabs">
        {(['underline', 'segmented'] as const).map((variant) => (
          <State key={variant} label={variant} isWide>
            <Tabs label={`Access, ${variant}`} tabs={tabs} value={tab} onValueChange={setTab} variant={variant}>
              <TabPanel value="all">All resources</TabPanel>
              <TabPanel value="free">Free resources</TabPanel>
            </Tabs>
          </State>
        ))}
      </Specimen>
    </>
  );
}
