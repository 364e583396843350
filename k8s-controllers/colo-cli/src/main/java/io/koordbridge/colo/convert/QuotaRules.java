package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.util.List;

/** Arguments of ElasticQuota. */
@PureCore
final class QuotaRules {

    private static final String MONITOR = "config.quotaRevoke.monitorAllQuotas";
    private static final String RUNTIME = "config.quota.enableRuntimeQuota";
    private static final String BUILT_IN =
            "Set spec.max of the ElasticQuota %s instead: an existing object is not changed by its scheduler.";

    static final List<FieldRule> ALL = List.of(
            FieldRule.to("delayEvictTime", "config.quotaRevoke.delayEvictTime", Shapes.duration(Duration.ZERO)),
            FieldRule.none("revokePodInterval", "The period of this loop is 1s here.", "1s"),
            FieldRule.none("defaultQuotaGroupMax", BUILT_IN.formatted("koordinator-default-quota")),
            FieldRule.none("systemQuotaGroupMax", BUILT_IN.formatted("koordinator-system-quota")),
            new FieldRule("quotaGroupNamespace", (path, value, draft) -> {
                String namespace = Shapes.text(path, value);
                if (!namespace.isEmpty() && !namespace.equals(WellKnown.NAMESPACE)) {
                    draft.put("config.quota.quotaGroupNamespace", value);
                }
            }),
            FieldRule.to("monitorAllQuotas", MONITOR, Shapes.flag()),
            FieldRule.to("enableCheckParentQuota", "config.quota.enableCheckParentQuota", Shapes.flag()),
            FieldRule.to("enableRuntimeQuota", RUNTIME, Shapes.flag()),
            FieldRule.to("enableMinQuotaScale", "config.quota.enableMinQuotaScale", Shapes.flag()),
            FieldRule.to(
                    "disableDefaultQuotaPreemption",
                    "config.quotaPreemption.disableDefaultQuotaPreemption",
                    Shapes.flag()),
            FieldRule.none("hookPlugins", "There are no hooks here."),
            FieldRule.none("enableQueueHint", "A waiting pod is always tried again when its quota has room.", "true"),
            FieldRule.none("quotaSnapshotUpdateInterval", "There are no snapshots here."));

    private QuotaRules() {}

    /** Without runtimes there is nothing to compare with, and koord-scheduler would not start. */
    static void check(Draft draft) {
        if (draft.get(MONITOR).asBoolean() && !draft.get(RUNTIME).asBoolean(true)) {
            draft.put(MONITOR, JsonNodeFactory.instance.booleanNode(false));
            draft.untranslated(
                    "monitorAllQuotas",
                    JsonNodeFactory.instance.booleanNode(true),
                    "Without enableRuntimeQuota a quota has no runtime that it could exceed.");
        }
    }
}
