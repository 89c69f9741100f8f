import {
  type Dashboard,
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries'

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }
const REQUESTS = 'quartermaster_http_request_seconds'

type Panel = { title: string; unit: string; query: string; legend?: string; description?: string }

const NOW: readonly Panel[] = [
  {
    title: 'Oldest delivery that could run',
    unit: 's',
    query: 'max(quartermaster_oldest_waiting_delivery_seconds)',
  },
  { title: 'Dead letters', unit: 'short', query: 'sum(max by (reason) (quartermaster_dead_letters))' },
  {
    title: 'Silent servers with deliveries',
    unit: 'short',
    query: 'max(quartermaster_silent_servers_with_deliveries)',
  },
  { title: 'Failing webhook endpoints', unit: 'short', query: 'max(quartermaster_webhook_endpoints{state="failing"})' },
  { title: 'E-mails that wait', unit: 'short', query: 'max(quartermaster_mails_waiting)' },
  {
    title: 'Background work, seconds ago',
    unit: 's',
    query: 'time() - max(quartermaster_background_work_timestamp_seconds)',
  },
]

const ROWS: readonly { title: string; panels: readonly Panel[] }[] = [
  {
    title: 'Deliveries',
    panels: [
      {
        title: 'Game servers',
        unit: 'short',
        query: 'max by (state) (quartermaster_game_servers)',
        legend: '{{state}}',
      },
      {
        title: 'Dead letters by reason',
        unit: 'short',
        query: 'max by (reason) (quartermaster_dead_letters)',
        legend: '{{reason}}',
      },
      {
        title: 'Late background work',
        unit: 's',
        query: 'max by (work) (quartermaster_work_lag_seconds)',
        legend: '{{work}}',
      },
      { title: 'Waiting polls', unit: 'short', query: 'sum(quartermaster_waiting_polls)', legend: 'polls' },
    ],
  },
  {
    title: 'Money',
    panels: [
      {
        title: 'Callbacks of payment providers',
        unit: 'ops',
        query: 'sum by (provider, result) (rate(quartermaster_payment_callbacks_total[$__rate_interval]))',
        legend: '{{provider}} {{result}}',
      },
      {
        title: 'Answers of payment providers',
        unit: 'ops',
        query: 'sum by (provider, result) (rate(quartermaster_provider_answers_total[$__rate_interval]))',
        legend: '{{provider}} {{result}}',
      },
    ],
  },
  {
    title: 'Requests',
    panels: [
      {
        title: 'Requests by status',
        unit: 'reqps',
        query: `sum by (status) (rate(${REQUESTS}_count[$__rate_interval]))`,
        legend: '{{status}}',
      },
      {
        title: 'Slowest hundredth by route',
        unit: 's',
        description: 'Waiting polls are left out: they wait on purpose.',
        query: `histogram_quantile(0.99, sum by (le, route) (rate(${REQUESTS}_bucket{route!~".*waiting.*"}[$__rate_interval])))`,
        legend: '{{route}}',
      },
    ],
  },
  {
    title: 'Processes',
    panels: [
      {
        title: 'Memory',
        unit: 'bytes',
        query: 'sum by (instance) (quartermaster_process_resident_memory_bytes)',
        legend: '{{instance}}',
      },
      {
        title: 'CPU',
        unit: 'percentunit',
        query: 'sum by (instance) (rate(quartermaster_process_cpu_seconds_total[$__rate_interval]))',
        legend: '{{instance}}',
      },
    ],
  },
]

/** The dashboard for operators. Gauges of the installation are the same in every process, so they are combined with max. */
export function buildDashboard(): Dashboard {
  const builder = new DashboardBuilder('Quartermaster')
    .uid('quartermaster')
    .tags(['quartermaster'])
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .withRow(new RowBuilder('Now'))
  for (const panel of NOW) builder.withPanel(configure(new StatBuilder(), panel).height(4).span(4))
  for (const { title, panels } of ROWS) {
    builder.withRow(new RowBuilder(title))
    for (const panel of panels) builder.withPanel(configure(new TimeseriesBuilder().min(0), panel).height(8).span(12))
  }
  return builder.build()
}

function configure<B extends StatBuilder | TimeseriesBuilder>(
  builder: B,
  { title, unit, query, legend = '', description = '' }: Panel,
): B {
  const target = new DataqueryBuilder().expr(query).legendFormat(legend).refId('A')
  builder.title(title).description(description).unit(unit).datasource(DATASOURCE).withTarget(target)
  return builder
}
