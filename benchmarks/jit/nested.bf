Eight loops in each other; the innermost one adds to the ninth cell
++++++++[>++++++++[>++++++++[>++++++++[>++++++++[>++++++++[>++++++++[>++++++++[>+<-]<-]<-]<-]<-]<-]<-]<-]>>>>>>>>.
