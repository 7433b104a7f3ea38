// Checks that Kubernetes' schemas accept the rendered Helm chart, with defaults and with everything on.
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as autoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as cronJob } from 'kubernetes-models/_schemas/IoK8sApiBatchV1CronJob';
import { validate as job } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as volumeClaim } from 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as disruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Options } from '../apps/api/src/config/config-options.ts';
import { renderChart } from '../tests/support/helm.ts';

const SCHEMAS: Readonly<Record<string, (data: unknown) => boolean>> = {
  'apps/v1 Deployment': deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaler,
  'batch/v1 CronJob': cronJob,
  'batch/v1 Job': job,
  'v1 ConfigMap': configMap,
  'v1 PersistentVolumeClaim': volumeClaim,
  'v1 Service': service,
  'networking.k8s.io/v1 Ingress': ingress,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
  'policy/v1 PodDisruptionBudget': disruptionBudget,
};
const Resource = z.looseObject({ apiVersion: z.string(), kind: z.string() });
const IMAGE = { image: { repository: 'registry.example.org/matinee', tag: '4.9.5' } };
const ALL = {
  ...IMAGE,
  config: { PUBLIC_URL: 'https://watch.example.org', LOG_LEVEL: 'warn' },
  autoscaling: { enabled: true },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'watch.example.org',
    tlsSecret: 'watch-tls',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
  },
  backup: { storageClass: 'fast', shared: true },
};
const BARE = {
  ...IMAGE,
  backup: { enabled: false },
  networkPolicy: { enabled: false },
  podDisruptionBudget: { enabled: false },
};

const render = (values: Readonly<Record<string, unknown>>) =>
  renderChart('charts/matinee', 'films', values).map((document) => Resource.parse(document));
const kindsOf = (values: Readonly<Record<string, unknown>>) =>
  render(values).map(({ kind }) => kind);

test.each([
  ['its defaults', IMAGE],
  ['everything on', ALL],
  ['everything off', BARE],
])('with %s it fits the schemas of Kubernetes', (_which, values) => {
  for (const resource of render(values)) {
    const validate = SCHEMAS[`${resource.apiVersion} ${resource.kind}`];
    expect([resource.kind, validate?.(resource)]).toEqual([resource.kind, true]);
  }
});

const List = z.array(z.unknown());
const Fields = z.record(z.string(), z.unknown());

/** Returns copies with an invalid value in the field at a path. */
function* broken(value: unknown): Generator<readonly [path: string, copy: unknown]> {
  const list = List.safeParse(value).data;
  const fields = Fields.safeParse(value).data;
  for (const [key, child] of Object.entries(list ?? fields ?? {})) {
    const copyWith = (other: unknown) =>
      list ? list.with(Number(key), other) : { ...fields, [key]: other };
    yield [key, copyWith(Symbol('wrong'))];
    for (const [path, copy] of broken(child)) yield [`${key}.${path}`, copyWith(copy)];
  }
}

/** Finds unknown fields. The schemas allow them, but Kubernetes ignores them: they are misspelled or misplaced. */
const unknownFields = (resource: z.infer<typeof Resource>): readonly string[] =>
  [...broken(resource)].flatMap(([path, copy]) =>
    SCHEMAS[`${resource.apiVersion} ${resource.kind}`]?.(copy) === true ? [path] : [],
  );

test('it has only fields that Kubernetes knows', () => {
  for (const resource of [...render(ALL), ...render(IMAGE)])
    expect([resource.kind, unknownFields(resource)]).toEqual([resource.kind, []]);
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    spec: { port: 80, ports: [{ port: 80, prot: 'TCP' }] },
  };
  expect(unknownFields(service)).toEqual(['spec.port', 'spec.ports.0.prot']);
});

test('the schemas find mistakes', () => {
  for (const resource of render(ALL)) {
    const validate = SCHEMAS[`${resource.apiVersion} ${resource.kind}`];
    const wrong = { ...resource, metadata: 'none' };
    expect([resource.kind, validate?.(wrong)]).toEqual([resource.kind, false]);
  }
});

test('values turn resources on and off', () => {
  expect(kindsOf(BARE)).toEqual(['ConfigMap', 'Deployment', 'Service']);
  expect(kindsOf(ALL)).toEqual(expect.arrayContaining(['Ingress', 'HorizontalPodAutoscaler']));
  expect(kindsOf(IMAGE)).not.toContain('Ingress');
});

const Server = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});
const CronJob = z.looseObject({
  kind: z.literal('CronJob'),
  spec: z.looseObject({ suspend: z.boolean() }),
});

function backupsOf(values: Readonly<Record<string, unknown>>) {
  const resources = render(values);
  const server = resources.flatMap((it) => Server.safeParse(it).data ?? [])[0];
  const { containers, volumes } = server?.spec.template.spec ?? {};
  const options = new Map(containers?.[0].env.map(({ name, value }) => [name, value]));
  return {
    server: options.get('BACKUPS'),
    folder: options.get('BACKUP_DIR'),
    keep: options.get('BACKUP_KEEP'),
    mounted: containers?.[0].volumeMounts.find(({ name }) => name === 'backups')?.mountPath,
    volume: volumes?.find(({ name }) => name === 'backups'),
    suspended: resources.flatMap((it) => CronJob.safeParse(it).data?.spec.suspend ?? []),
  };
}

test('on a volume that is shared, servers make the backups, and those before upgrades', () => {
  expect(backupsOf({ ...IMAGE, backup: { shared: true } })).toEqual({
    server: 'on',
    folder: '/backups',
    keep: '14',
    mounted: '/backups',
    volume: { name: 'backups', persistentVolumeClaim: { claimName: 'films-backup' } },
    // The job is for manual backups.
    suspended: [true],
  });
  expect(JSON.stringify(render({ ...IMAGE, backup: { shared: true } }))).toContain('ReadWriteMany');
  const alone = { server: 'off', folder: undefined, mounted: undefined, volume: undefined };
  expect(backupsOf(IMAGE)).toMatchObject({ ...alone, suspended: [false] });
  const off = { ...IMAGE, backup: { enabled: false, shared: true } };
  expect(backupsOf(off)).toMatchObject({ ...alone, suspended: [] });
});

const Job = z.looseObject({
  kind: z.literal('Job'),
  metadata: z.object({ annotations: z.record(z.string(), z.string()) }),
  spec: z.object({
    backoffLimit: z.number(),
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({
            image: z.string(),
            command: z.array(z.string()),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});

const jobsOf = (values: Readonly<Record<string, unknown>>) =>
  render(values).flatMap((it) => Job.safeParse(it).data ?? []);

test('without a shared volume, a job of the new image saves the data and migrates before an upgrade', () => {
  const [upgrade, ...others] = jobsOf(IMAGE);
  expect(others).toEqual([]);
  // Helm stops the upgrade if the job fails, and keeps the job's log until the next upgrade.
  expect(upgrade?.metadata.annotations).toEqual({
    'helm.sh/hook': 'pre-upgrade',
    'helm.sh/hook-delete-policy': 'before-hook-creation',
  });
  // A retry would only make another backup.
  expect(upgrade?.spec.backoffLimit).toBe(0);
  const { containers, volumes } = upgrade?.spec.template.spec ?? {};
  expect(containers?.[0]).toMatchObject({
    image: 'registry.example.org/matinee:4.9.5',
    command: ['node', 'apps/api/dist/backup.js', 'upgrade'],
  });
  expect(containers?.[0].env).toContainEqual({ name: 'BACKUP_DIR', value: '/backups' });
  expect(containers?.[0].volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
  const claim = { name: 'backups', persistentVolumeClaim: { claimName: 'films-backup' } };
  expect(volumes).toContainEqual(claim);
});

test('no job runs before an upgrade if servers save the data, or if it is turned off', () => {
  expect(jobsOf({ ...IMAGE, backup: { shared: true } })).toEqual([]);
  expect(jobsOf({ ...IMAGE, backup: { beforeUpgrade: false } })).toEqual([]);
  expect(jobsOf(BARE)).toEqual([]);
});

test('without an image, it says what to set', () => {
  expect(() => render({})).toThrow('image.repository must be set');
});

test('it sets only options that exist, and names each resource after the release', () => {
  const text = JSON.stringify(render(ALL));
  const named = [...text.matchAll(/"name":"([A-Z][A-Z_]+)"/g)].map(([, name = '']) => name);
  const own = ['HOST', 'PORT', 'DATA_DIR', 'BACKUPS', 'BACKUP_DIR', 'BACKUP_KEEP'];
  expect(new Set(named)).toEqual(new Set(own));
  const known = new Set<string>(Options.keyof().options);
  expect([...named, ...Object.keys(ALL.config)].filter((name) => !known.has(name))).toEqual([]);
  const names = [...render(ALL), ...render(IMAGE)].map(
    (it) => z.object({ name: z.string() }).parse(it['metadata']).name,
  );
  expect(new Set(names)).toEqual(new Set(['films', 'films-backup', 'films-upgrade']));
});
