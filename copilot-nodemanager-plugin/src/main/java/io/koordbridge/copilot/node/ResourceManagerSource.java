package io.koordbridge.copilot.node;

import io.koordbridge.copilot.protect.ApplicationFacts;
import io.koordbridge.copilot.protect.ApplicationSource;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/**
 * The NodeManager's ResourceManager, asked as the NodeManager itself and with short waits; Hadoop closes a connection that is not used. One
 * thread.
 */
public final class ResourceManagerSource implements ApplicationSource {
    private static final long LONGEST_MILLIS = 10_000;
    private static final int CALL_MILLIS = 5_000;

    private final Configuration configuration;
    private @Nullable ApplicationClientProtocol client;

    public ResourceManagerSource(Configuration ofNodeManager) {
        configuration = new Configuration(ofNodeManager);
        configuration.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, LONGEST_MILLIS);
        configuration.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, LONGEST_MILLIS / 10);
        configuration.setLong(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_MAX_MS, LONGEST_MILLIS / 10);
        configuration.setInt("ipc.client.connect.timeout", CALL_MILLIS);
        configuration.setInt("ipc.client.rpc-timeout.ms", CALL_MILLIS);
    }

    @Override
    public ApplicationFacts facts(String applicationId) throws IOException {
        try {
            ApplicationId id = ApplicationId.fromString(applicationId);
            ApplicationReport report = client().getApplicationReport(GetApplicationReportRequest.newInstance(id))
                    .getApplicationReport();
            Set<String> tags = report.getApplicationTags();
            return new ApplicationFacts(
                    text(report.getQueue()),
                    text(report.getApplicationType()),
                    text(report.getUser()),
                    tags == null ? Collections.emptySet() : tags);
        } catch (YarnException | IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private ApplicationClientProtocol client() throws IOException {
        ApplicationClientProtocol known = client;
        if (known == null) {
            known = ClientRMProxy.createRMProxy(configuration, ApplicationClientProtocol.class);
            client = known;
        }
        return known;
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
