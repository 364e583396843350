package io.koordbridge.manager.handlers.podvalidation;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the config map of the enhanced validator; broken rules leave the last good ones in force. */
public final class EnhancedRulesSource implements StrippedStore.Watcher<ConfigMap>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EnhancedRulesSource.class);

    private final KindCache<ConfigMap> configMaps;
    private final EventRecorder events;
    private volatile EnhancedRules rules = EnhancedRules.NONE;
    private volatile boolean broken;

    public EnhancedRulesSource(ListWatchSource feeds, EnhancedValidatorConfig settings, EventRecorder events) {
        this.events = events;
        this.configMaps = new KindCache<>(
                feeds,
                WatchedKind.one(ConfigMap.class, settings.configNamespace(), settings.configName()),
                StrippedStore.whole(this));
        feeds.metrics().gauge("koord_manager_pod_enhanced_validator_config_broken", () -> () -> broken ? 1 : 0);
    }

    /** Begins to follow. */
    public void start() {
        configMaps.start();
    }

    /** Whether the config map was looked for once. */
    public boolean synced() {
        return configMaps.synced();
    }

    /** The rules in force. */
    public EnhancedRules rules() {
        return rules;
    }

    @Override
    public void put(@Nullable ConfigMap before, ConfigMap configMap, ConfigMap whole) {
        Map<String, String> data = orEmpty(configMap.getData());
        EnhancedRules.Read read = EnhancedRules.read(data);
        broken = read.accepted().isEmpty();
        read.accepted().ifPresentOrElse(this::use, () -> refuse(configMap, read.problem()));
    }

    @Override
    public void gone(ConfigMap configMap) {
        broken = false;
        use(EnhancedRules.NONE);
    }

    private void use(EnhancedRules fresh) {
        if (!fresh.equals(rules)) {
            rules = fresh;
            LOG.info(
                    "rules of the enhanced pod validator enabled={} rules={}",
                    fresh.enabled(),
                    fresh.rules().size());
        }
    }

    private void refuse(ConfigMap configMap, String problem) {
        LOG.warn(
                "rules of the enhanced pod validator are broken, the last good ones stay config={}/{} {}",
                configMap.getMetadata().getNamespace(),
                configMap.getMetadata().getName(),
                problem);
        events.record(configMap, EventType.WARNING, "PodEnhancedValidatorCfgUnmarshalFailed", problem);
    }

    @Override
    public void close() {
        configMaps.close();
    }
}
