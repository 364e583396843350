package io.koordbridge.copilot;

import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Life cycle of the plugin's server and rounds. An exception from here would stop the NodeManager. */
public final class CopilotAuxService extends AuxiliaryService {
    private static final Logger log = LoggerFactory.getLogger(CopilotAuxService.class);

    private @Nullable CopilotInstance instance;

    public CopilotAuxService() {
        super("copilot");
    }

    @Override
    protected void serviceInit(Configuration conf) {
        try {
            instance = CopilotInstances.find(conf);
            if (instance == null) {
                log.error(
                        conf.get(CopilotKeys.INSTANCE_ID) == null
                                ? "Copilot does nothing: neither its listener nor its executor is configured"
                                : "Copilot serves no API: its auxiliary service is a second copy, loaded by"
                                        + " yarn.nodemanager.aux-services.copilot.classpath; remove that key");
            }
        } catch (Throwable e) {
            log.error("Copilot cannot initialize", e);
        }
    }

    @Override
    protected void serviceStart() {
        try {
            if (instance != null) {
                instance.start();
            }
        } catch (Throwable e) {
            log.error("Copilot cannot start", e);
        }
    }

    @Override
    protected void serviceStop() {
        try {
            if (instance != null) {
                instance.stop();
            }
        } catch (Throwable e) {
            log.error("Copilot cannot stop", e);
        }
    }

    @Override
    public void initializeApplication(ApplicationInitializationContext context) {
        // Nothing for each application.
    }

    @Override
    public void stopApplication(ApplicationTerminationContext context) {
        // Nothing for each application.
    }

    @Override
    public ByteBuffer getMetaData() {
        return ByteBuffer.allocate(0);
    }
}
