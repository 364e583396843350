package io.koordbridge.copilot;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.jspecify.annotations.Nullable;

/** The plugin's instances in this JVM, one for each NodeManager, by the id in its configuration. */
final class CopilotInstances {
    private static final Map<String, CopilotInstance> BY_ID = new ConcurrentHashMap<>();

    private CopilotInstances() {}

    /** The NodeManager's instance; made by whichever of our classes is asked first. */
    static synchronized CopilotInstance of(Context context) {
        Configuration configuration = context.getConf();
        CopilotInstance known = find(configuration);
        if (known != null) {
            return known;
        }
        String id = UUID.randomUUID().toString();
        configuration.set(CopilotKeys.INSTANCE_ID, id);
        CopilotInstance created = new CopilotInstance(context);
        BY_ID.put(id, created);
        return created;
    }

    static @Nullable CopilotInstance find(Configuration configuration) {
        String id = configuration.get(CopilotKeys.INSTANCE_ID);
        return id == null ? null : BY_ID.get(id);
    }

    static void forget(CopilotInstance instance) {
        BY_ID.values().remove(instance);
    }
}
