package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class ResourceManagerExceptionTest {

    @Test
    void saysInOneLineWhatFailedAndWhy() {
        IOException refused = new ConnectException(
                "Call From a to b:8032 failed: Connection refused; For more details see:  http://wiki.apache.org/hadoop/X");
        IOException remote = new IOException("no admin\n\tat org.apache.hadoop.Server");

        assertThat(new ResourceManagerException("node reports", refused))
                .hasMessage("node reports: ConnectException: Call From a to b:8032 failed: Connection refused");
        assertThat(new ResourceManagerException("update of nm-0:8041", remote))
                .hasMessage("update of nm-0:8041: IOException: no admin");
        assertThat(new ResourceManagerException("connect", new IOException())).hasMessage("connect: IOException: null");
    }
}
