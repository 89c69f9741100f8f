import { gameOf, type Manage } from '@quartermaster/sdk'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { linesOf } from '../editor/body-of.ts'
import { type Draft, type Stage, STAGES } from '../editor/draft.ts'
import { type ConsoleGroup, GameConsole } from './game-console.tsx'
import { sampleValue, targetsOf } from './game-of.ts'
import { RefundAnswer } from './refund-answer.tsx'

type PreviewProps = {
  draft: Draft
  servers: Manage.GameServer[]
  stage: Stage
  onStage: (stage: Stage) => void
}

/** What the consoles of the servers receive, also for a player who chose a hostile name. */
export function ConsolePreview({ draft, servers, stage, onStage }: PreviewProps): ReactElement {
  const t = useTexts()
  const [tried, setTried] = useState('')
  const consoles = groupByConsole(targetsOf(draft, servers))
  const commands = linesOf(draft, stage)
  const field = (
    <div className="field">
      <input
        className="code"
        aria-label={t('preview.try')}
        placeholder={t('preview.try')}
        value={tried}
        maxLength={255}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => setTried(event.currentTarget.value)}
      />
    </div>
  )
  return (
    <Panel title={t('preview.title')} foot={t('preview.refusedWhy')}>
      <Tabs
        className="preview-bar"
        label={t('preview.stage')}
        value={stage}
        onChange={onStage}
        tabs={STAGES.map((each) => [each, t(`preview.${each}`)])}
        beside={field}
      >
        {stage === 'refund' && <RefundAnswer draft={draft} servers={targetsOf(draft, servers)} />}
        {stage !== 'refund' && commands.length === 0 && (
          <div className="game">
            <Note kind="info">{t('preview.nothing')}</Note>
          </div>
        )}
        {commands.length > 0 &&
          consoles.map((group) => (
            <GameConsole
              key={`${group.game} ${group.profile}`}
              {...group}
              stage={stage}
              commands={commands}
              tried={tried}
              fields={draft.fields.map(sampleValue)}
            />
          ))}
      </Tabs>
    </Panel>
  )
}

/** Servers of the same game receive the same. Without any server, the strictest rules are shown. */
function groupByConsole(servers: Manage.GameServer[]): ConsoleGroup[] {
  const groups = new Map<string, ConsoleGroup>()
  for (const server of servers) {
    const { profile, name } = server
    const game = gameOf(server)
    const key = `${game} ${profile}`
    const group = groups.get(key) ?? { game, profile, servers: [] }
    groups.set(key, { ...group, servers: [...group.servers, name] })
  }
  return groups.size > 0 ? [...groups.values()] : [{ game: 'plain', profile: 'standard', servers: [] }]
}
