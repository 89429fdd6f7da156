"""What is different in a description since an older one."""
