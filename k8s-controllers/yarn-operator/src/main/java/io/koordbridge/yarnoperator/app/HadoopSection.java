package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MinDuration;
import io.koordbridge.yarnoperator.resourcemanager.HadoopLogin;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Section {@code hadoop}: where the clusters are declared and as whom to talk to them. */
public final class HadoopSection {

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Directory with yarn-site.xml (and core-site.xml) of the default cluster; "
            + "ID.yarn-site.xml declares a further one.")
    private String confDir = "/etc/hadoop-conf";

    @NotNull
    @MinDuration(value = 100, unit = TimeUnit.MILLISECONDS)
    @JsonProperty
    @JsonPropertyDescription("How often the leader reads node reports while no lease changes; at most a third of"
            + " lease.times.reportStale.")
    private Duration pollInterval = Duration.seconds(5);

    @NotNull
    @MinDuration(value = 100, unit = TimeUnit.MILLISECONDS)
    @JsonProperty
    @JsonPropertyDescription("How often it reads them while a lease changes; at most hadoop.pollInterval.")
    private Duration pollIntervalWhileChanging = Duration.seconds(1);

    @JsonProperty
    @JsonPropertyDescription(
            "User under simple authentication; unless set, the user of the process. It needs yarn.admin.acl.")
    private @Nullable String user;

    @JsonProperty
    @JsonPropertyDescription(
            "Kerberos principal; with keytab or not at all, and with hadoop.security.authentication = kerberos in"
                    + " core-site.xml.")
    private @Nullable String principal;

    @JsonProperty
    @JsonPropertyDescription("Kerberos key table, a file; tickets are renewed from it.")
    private @Nullable String keytab;

    @JsonProperty
    @JsonPropertyDescription(
            "Log-in at the ZooKeeper of ResourceManager pairs, a file with scheme:data as in hadoop.zk.auth, such as"
                    + " digest:user:password; unless set, hadoop.zk.auth of the cluster's files applies.")
    private @Nullable String zooKeeperAuth;

    Path confDir() {
        return Path.of(confDir);
    }

    java.time.Duration pollInterval() {
        return pollInterval.toJavaDuration();
    }

    java.time.Duration pollIntervalWhileChanging() {
        java.time.Duration fast = pollIntervalWhileChanging.toJavaDuration();
        return fast.compareTo(pollInterval()) < 0 ? fast : pollInterval();
    }

    HadoopLogin login() {
        return new HadoopLogin(text(user), text(principal), text(keytab), text(zooKeeperAuth));
    }

    private static @Nullable String text(@Nullable String value) {
        return value == null || value.isBlank() ? null : value;
    }
}
