package io.koordbridge.manager.podvalidation;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the config map of the enhanced validator; broken rules leave the last good ones in force. */
public final class EnhancedRulesSource implements ResourceEventHandler<ConfigMap>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EnhancedRulesSource.class);

    private final SharedIndexInformer<ConfigMap> informer;
    private final EventRecorder events;
    private volatile EnhancedRules rules = EnhancedRules.NONE;
    private volatile boolean broken;

    public EnhancedRulesSource(
            KubernetesClient client, EnhancedValidatorSettings settings, EventRecorder events, MetricRegistry metrics) {
        this.events = events;
        this.informer = client.configMaps()
                .inNamespace(settings.configNamespace())
                .withName(settings.configName())
                .runnableInformer(0);
        informer.addEventHandler(this);
        metrics.gauge("koord_manager_pod_enhanced_validator_config_broken", () -> () -> broken ? 1 : 0);
    }

    /** Begins to follow. */
    public void start() {
        informer.exceptionHandler((started, problem) -> true);
        informer.start();
    }

    /** Whether the config map was looked for once. */
    public boolean synced() {
        return informer.hasSynced();
    }

    /** The rules in force. */
    public EnhancedRules rules() {
        return rules;
    }

    @Override
    public void onAdd(ConfigMap configMap) {
        EnhancedRules.Read read =
                EnhancedRules.read(configMap.getData() == null ? java.util.Map.of() : configMap.getData());
        broken = read.accepted().isEmpty();
        read.accepted().ifPresentOrElse(this::use, () -> refuse(configMap, read.problem()));
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
        onAdd(after);
    }

    @Override
    public void onDelete(ConfigMap configMap, boolean finalStateUnknown) {
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
        informer.close();
    }
}
