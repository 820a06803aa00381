import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { ChartTable } from '../views/Chart.tsx';
import { MonthsChart } from './MonthsChart.tsx';
import { monthName, SERIES } from './months.ts';
import { Panel } from './Panel.tsx';

export function MonthsPanel() {
  const query = useQuery({
    queryKey: keys.months,
    queryFn: ({ signal }) => call('GET /api/stats/overview', { signal }),
  });
  return (
    <Panel
      title="The last 12 months"
      query={query}
      skeleton={<BoxSkeleton className="h-64" />}
      className="xl:col-span-3"
    >
      {({ months }) => (
        <>
          <MonthsChart months={months} />
          <ChartTable
            caption="Posts, comments and sign-ups of the last twelve months"
            columns={['Month', ...SERIES.map(({ label }) => label)]}
            rows={months.map((month) => ({
              key: month.month,
              name: monthName(month.month, 'long'),
              values: SERIES.map(({ key }) => month[key]),
            }))}
          />
        </>
      )}
    </Panel>
  );
}
